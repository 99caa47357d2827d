public import PredicateLanguage

/// What a commit did.
public struct CommitReceipt: Sendable {
  /// The permanent ID of each inserted object, in order of the change set.
  public var permanentIDs: [(temporary: ObjectID, permanent: ObjectID)]
  /// What others must know of it.
  public var notice: CommitNotice

  /// Puts a receipt together.
  public init(permanentIDs: [(temporary: ObjectID, permanent: ObjectID)], notice: CommitNotice) {
    self.permanentIDs = permanentIDs
    self.notice = notice
  }
}
