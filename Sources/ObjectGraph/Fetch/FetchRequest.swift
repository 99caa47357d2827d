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
  /// Whether the values of the objects are left alone until they are asked for.
  public var returnsObjectsAsFaults = true
  /// Key paths of relationships, `customer` or `items.product`, whose objects are read with those of the fetch, so that
  /// following them asks the store no more.
  public var relationshipKeyPathsForPrefetching: [String] = []
  /// What its author wants; which method of the context is called decides what is given.
  public var resultType = FetchRequestTemplate.ResultType.managedObjects
  /// The columns of dictionaries; nil for all attributes, or what is grouped by.
  public var propertiesToFetch: [FetchedColumn]?
  /// The properties whose equal values make one dictionary; nil without groups.
  public var propertiesToGroupBy: [String]?
  /// Which groups are wanted, by the columns of the dictionaries; nil for all.
  public var havingPredicate: ParsedPredicate?
  /// Whether equal dictionaries come once.
  public var returnsDistinctResults = false

  /// All objects of an entity.
  public init(entityName: String, predicate: ParsedPredicate? = nil) {
    self.entityName = entityName
    self.predicate = predicate
  }

  private var hasExpressions: Bool {
    (propertiesToFetch ?? []).contains { if case .expression = $0 { true } else { false } }
  }

  /// The request for dictionaries resolved against a context's model.
  ///
  /// Dictionaries of single objects are sorted as these are, by any key of the entity, which is left to the caller.
  func boundToDictionaries(in context: ManagedObjectContext) throws(StoreError) -> DictionaryQuery {
    var objects = self
    objects.sortDescriptors = []
    let isPlain = !returnsDistinctResults && (propertiesToGroupBy ?? []).isEmpty && !hasExpressions
    let query = try objects.bound(in: context)
    let request = DictionaryRequest(
      columns: propertiesToFetch ?? [], groupBy: propertiesToGroupBy ?? [], having: havingPredicate,
      isDistinct: returnsDistinctResults, sort: isPlain ? [] : sortDescriptors)
    let model = context.persistentStoreCoordinator.managedObjectModel
    do throws(DictionaryRequestError) {
      let table = try DictionaryBinder(entity: query.entity, model: model).bind(request)
      return DictionaryQuery(objects: query, table: table, limit: query.limit, offset: query.offset)
    } catch {
      throw .request(error)
    }
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
