public import FoundationEssentials

/// The identity of one stored or not yet stored object.
///
/// Two ids are equal when store, entity and key are; hashing looks at the key alone, because keys rarely
/// repeat between entities and an id is hashed for every row of a result.
public struct ObjectID: Sendable {
  /// What tells objects of one entity in one store apart.
  public enum Key: Hashable, Sendable {
    /// The primary key of a saved row, 1 or greater.
    case permanent(Int64)
    /// A random name for an object that was never saved.
    case temporary(UUID)
  }

  /// The UUID in the metadata of the store.
  public let store: UUID
  /// The name of the object's own entity, not of a parent.
  public let entity: String
  /// The key inside store and entity.
  public let key: Key

  /// Puts an id together; nothing is checked against a model or a store.
  public init(store: UUID, entity: String, key: Key) {
    self.store = store
    self.entity = entity
    self.key = key
  }

  /// True until the object is saved for the first time.
  public var isTemporary: Bool {
    if case .temporary = key { true } else { false }
  }
}

extension ObjectID: Hashable {
  /// Compares the key first, since it differs most often.
  public static func == (left: ObjectID, right: ObjectID) -> Bool {
    left.key == right.key && left.store == right.store && sameBytes(left.entity, right.entity)
  }

  /// Feeds the key only.
  public func hash(into hasher: inout Hasher) {
    switch key {
    case .permanent(let primaryKey): hasher.combine(primaryKey)
    case .temporary(let name): hasher.combine(name)
    }
  }
}
