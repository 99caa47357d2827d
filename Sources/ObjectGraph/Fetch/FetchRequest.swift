public import PredicateLanguage

/// Which objects are wanted, as their author writes it: by names.
public struct FetchRequest: Sendable {
  /// The entity whose objects are wanted.
  public var entityName: String
  /// Nil for all objects.
  public var predicate: ParsedPredicate?
  /// Empty for the order of the primary key, new objects last.
  public var sortDescriptors: [SortDescriptor] = []
  /// Most objects; 0 for all, as in Core Data.
  public var fetchLimit = 0
  /// Objects to skip first.
  public var fetchOffset = 0
  /// Whether objects of the entity's subentities are wanted too.
  public var includesSubentities = true
  /// Whether unsaved changes count.
  public var includesPendingChanges = true

  /// All objects of an entity.
  public init(entityName: String, predicate: ParsedPredicate? = nil) {
    self.entityName = entityName
    self.predicate = predicate
  }

  /// The request resolved against a context's model.
  func bound(in context: ManagedObjectContext) throws(StoreError) -> StoreQuery {
    let entity = try context.entity(named: entityName)
    let binder = Binder(entity: entity, model: context.persistentStoreCoordinator.managedObjectModel)
    do throws(PredicateTextError) {
      return StoreQuery(
        entity: entity,
        predicate: try predicate.map { tree throws(PredicateTextError) in try binder.bind(tree) },
        sort: try sortDescriptors.map { descriptor throws(PredicateTextError) in try binder.bind(descriptor)
        },
        limit: fetchLimit > 0 ? fetchLimit : nil, offset: max(0, fetchOffset),
        includesSubentities: includesSubentities)
    } catch {
      throw .predicate(error)
    }
  }
}
