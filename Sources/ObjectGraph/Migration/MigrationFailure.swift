public import PredicateLanguage

/// Why a store of another model was not migrated; it is as it was.
public struct MigrationFailure: Hashable, Sendable {
  /// What stands against it; numbers are those of NSCocoaErrorDomain.
  public enum Reason: Hashable, Sendable {
    /// No model that is known fits the store, nor does one that its file holds (134130).
    case unknownSourceModel
    /// The store's model is known, but nothing may be inferred, and nobody has said how it is done (134140).
    case inferenceNotAllowed
    /// What cannot be inferred: all of it (134190).
    case notInferable([MigrationObstacle])
    /// What would be thrown away without anybody having allowed it: all of it, counted (134110).
    case losesData([MigrationLoss])
    /// Objects whose values would have to be unique and are not (134111).
    case constraint([MigrationCollision])
  }

  /// The entities that differ between store and model, in byte order of their names.
  public let entities: [String]
  /// What stands against it.
  public let reason: Reason

  /// Facts about a store that was not migrated.
  package init(entities: [String], reason: Reason) {
    self.entities = entities
    self.reason = reason
  }
}

/// Objects that a new constraint would not let be side by side.
public struct MigrationCollision: Hashable, Sendable {
  /// The entity in the new model.
  public let entity: String
  /// The attributes in the new model whose values together are to be unique.
  public let constraint: [String]
  /// Some of the objects that have the same values, at least two, by their IDs in the old model.
  public let objectIDs: [ObjectID]
  /// How many objects have these values.
  public let count: Int

  /// Facts about one group of objects with the same values.
  package init(entity: String, constraint: [String], objectIDs: [ObjectID], count: Int) {
    self.entity = entity
    self.constraint = constraint
    self.objectIDs = objectIDs
    self.count = count
  }
}
