/// How many objects have pending changes, by kind.
public struct ChangeCounts: Hashable, Sendable {
  /// New objects.
  public var inserted = 0
  /// Changed objects.
  public var updated = 0
  /// Objects to be deleted.
  public var deleted = 0

  /// Nothing changed.
  public init() {}

  /// Whether there is any change.
  public var hasChanges: Bool { inserted + updated + deleted > 0 }
}
