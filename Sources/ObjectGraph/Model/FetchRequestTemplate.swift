/// A fetch request as a model keeps it: its predicate is text with `$VARIABLES` that are filled in later.
public struct FetchRequestTemplate: Hashable, Sendable {
  /// What a fetch gives; raw values are Core Data's (`NSFetchRequestResultType`).
  public enum ResultType: Int32, Hashable, Sendable, CaseIterable {
    case managedObjects = 0
    case managedObjectIDs = 1
    case dictionaries = 2
    case count = 4
  }

  /// The entity whose objects are wanted.
  public var entityName: String
  /// A predicate in the predicate language, unparsed; nil for all objects.
  public var predicateFormat: String?
  /// What the fetch gives.
  public var resultType = ResultType.managedObjects
  /// Most objects; 0 for all.
  public var fetchLimit: Int32 = 0
  /// Objects read at once; 0 for all.
  public var fetchBatchSize: Int32 = 0
  /// Whether objects of subentities count.
  public var includesSubentities = true
  /// Whether the values of properties are read, too.
  public var includesPropertyValues = true
  /// Whether unsaved changes count.
  public var includesPendingChanges = true
  /// Whether objects come without their values.
  public var returnsObjectsAsFaults = true
  /// Whether equal results come once.
  public var returnsDistinctResults = false

  /// A request for objects of an entity, with Core Data's defaults.
  public init(entityName: String, predicateFormat: String? = nil) {
    self.entityName = entityName
    self.predicateFormat = predicateFormat
  }
}
