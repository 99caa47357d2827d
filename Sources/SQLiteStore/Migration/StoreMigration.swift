public import ObjectGraph

/// A migration that was done.
public struct StoreMigration: Hashable, Sendable {
  /// What was changed; losses have their numbers.
  public let plan: MigrationPlan
  /// The file that holds the store as it was.
  public let backupPath: String
}
