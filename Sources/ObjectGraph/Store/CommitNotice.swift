import PredicateLanguage

/// What others must know of a commit: the objects it touched, each with its committed values.
public struct CommitNotice: Sendable {
  /// Position of the commit among those of this process to this store, from 1 up; 0 for another process's.
  public var number: UInt64
  /// New objects, in order of insertion, with version 1.
  public var inserted: [ObjectSnapshot]
  /// Changed objects with their new versions.
  public var updated: [ObjectSnapshot]
  /// With the values they had last.
  public var deleted: [ObjectSnapshot]

  /// Puts a notice together.
  public init(
    number: UInt64, inserted: [ObjectSnapshot] = [], updated: [ObjectSnapshot] = [],
    deleted: [ObjectSnapshot] = []
  ) {
    self.number = number
    self.inserted = inserted
    self.updated = updated
    self.deleted = deleted
  }

  /// Whether nothing was touched.
  public var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }
}
