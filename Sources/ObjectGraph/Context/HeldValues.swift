/// What a managed object keeps of the store, each with the mark it was read after.
///
/// It is shown as long as the store's mark is the same, and read again afterwards.
struct HeldValues {
  /// The newest committed values; nil for a fault.
  private var row: (mark: CommitMark, snapshot: ObjectSnapshot)?
  /// The members of to-many relationships by name.
  private var members: [String: (mark: CommitMark, list: [StoredMember])] = [:]

  var isFault: Bool { row == nil }

  func hasMembers(_ relationship: String) -> Bool { members[relationship] != nil }

  func snapshot(_ mark: CommitMark) -> ObjectSnapshot? {
    guard let row, row.mark == mark else { return nil }
    return row.snapshot
  }

  mutating func keep(_ snapshot: ObjectSnapshot?, _ mark: CommitMark) {
    row = snapshot.map { (mark, $0) }
  }

  func members(_ relationship: String, _ mark: CommitMark) -> [StoredMember]? {
    guard let known = members[relationship], known.mark == mark else { return nil }
    return known.list
  }

  mutating func keep(_ list: [StoredMember], _ relationship: String, _ mark: CommitMark) {
    members[relationship] = (mark, list)
  }
}
