public import FoundationEssentials
public import PredicateLanguage

/// Everything that reading, changing or saving objects can fail with, by what the caller can do about it.
///
/// Facts only; words and numbers are made where the error leaves the process. Source of the numbers in
/// comments: NSCocoaErrorDomain, as Apple's headers list them.
public enum StoreError: Error, Hashable, Sendable {
  /// Values that may not be saved: all of them (1570 …, several: 1560).
  case invalid([ValidationFailure])
  /// Objects that others changed or deleted meanwhile: all of them (133020).
  case conflict([MergeConflict])
  /// A unique value that is taken (133021).
  case constraint(ConstraintConflict)
  /// A row that does not have the version its author expected.
  case version(VersionConflict)
  /// No such object, or it was deleted (133000).
  case objectNotFound(ObjectID)
  case unknownEntity(String)
  case unknownProperty(entity: String, property: String)
  /// A value that the attribute cannot hold.
  case valueType(property: String, expected: AttributeType)
  /// What a relationship cannot lead to, an object or (nil) no object at all: `expected` is the entity at its other end.
  case destination(property: String, expected: String, ObjectID?)
  /// An object of another store, which a relationship cannot lead to (133010).
  case externalRelationship(property: String, ObjectID)
  /// A value for an attribute whose values are derived at every save.
  case derivedProperty(String)
  /// An object of an entity that has none of its own, only those of its subentities.
  case abstractEntity(String)
  /// A value that cannot be turned into what a Transformable attribute stores; `reason` is for people.
  case transformer(property: String, reason: String)
  /// A predicate that cannot be used with this entity.
  case predicate(PredicateTextError)
  /// A request for dictionaries that cannot be answered.
  case request(DictionaryRequestError)
  /// A position behind an object that is needed to go on from there, and is gone or was changed.
  case positionLost
  /// Another process writes and did not finish within the busy timeout (134090).
  case locked
  case readOnly
  /// The store cannot be opened or made; `reason` is for people (134080).
  case open(reason: String)
  /// The store was made with another model: the entities that differ (134100).
  case incompatible(entities: [String])
  /// The store was made with another model and could not be migrated; the reason has the number.
  case migration(MigrationFailure)
  /// The file is damaged, or is no database (259 in Core Data; ours is `store.corrupt`).
  case corrupt(reason: String)
  /// No room on the medium (640, NSFileWriteOutOfSpaceError).
  case full
  /// A named limit was passed.
  case limit(String, Int)
  case cancelled
  /// A save to several stores of which the first ones, `savedStores`, have taken their part, and one has not, because of
  /// `underlying`; what belongs to it and to those after it is still pending (134040).
  indirect case incompleteSave(savedStores: [UUID], failedStore: UUID, underlying: StoreError)
  /// Anything else the medium reported (134030 at a save); `reason` is for the log.
  case failed(reason: String)
}
