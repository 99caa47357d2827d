/// Names that a property cannot have.
///
/// Core Data's rule: not the name of a method of NSObject or NSManagedObject without parameters
/// (`NSPropertyDescription.name`). Methods of manual memory management and of NSObject's extensions are left out:
/// `release` and `zone` are fields of real models, and nothing here would mistake them.
enum ReservedName {
  static let all: Set<String> = [
    "awakeFromFetch", "awakeFromInsert", "changedValues", "changedValuesForCurrentEvent", "class", "copy",
    "debugDescription", "description", "didSave", "didTurnIntoFault", "entity", "faultingState", "hasChanges",
    "hasPersistentChangedValues", "hash", "init", "isDeleted", "isFault", "isInserted", "isProxy",
    "isUpdated",
    "managedObjectContext", "mutableCopy", "objectID", "prepareForDeletion", "self", "superclass", "willSave",
    "willTurnIntoFault",
  ]
}
