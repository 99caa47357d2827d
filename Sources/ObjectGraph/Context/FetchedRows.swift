import FoundationEssentials
import PredicateLanguage

/// The rows that one question to a store was answered with, kept for the objects that they belong to.
///
/// Objects take their values out of them as long as nothing was committed since. Afterwards the first object that is
/// asked has the rows around its own read again, so that its neighbours need not ask:
/// ```
/// fetched at mark 7    0 … 255 | 256 … 511 | 512 …
/// mark 9, row 300 is asked for: 256 … 511 are read again, with one question
/// ```
/// Rows know no objects, so that objects may keep rows, and rows those that were prefetched for them, without a circle.
final class FetchedRows {
  /// Rows that are read again with one question.
  static let chunk = 256

  /// Rows of one moment, and where each position is among them.
  private struct Answer {
    let mark: CommitMark
    let rows: StoreRows
    /// By key; nil where position and row have one number.
    var places: [Int64: Int]?
  }

  let entity: EntityDescription
  private let keys: [Int64]
  private var first: Answer?
  /// By the number of the chunk.
  private var later: [Int: Answer] = [:]
  /// The members of to-many relationships that were prefetched, by name.
  private var members: [String: (mark: CommitMark, byOwner: [Int64: [StoredMember]])] = [:]
  /// What was prefetched for the objects of these rows lives as long as they do.
  var prefetched: [FetchedRows] = []

  /// - Parameter mark: taken before the rows were read.
  init(_ rows: StoreRows, of entity: EntityDescription, _ mark: CommitMark) {
    self.entity = entity
    keys = rows.keys
    first = Answer(mark: mark, rows: rows, places: nil)
  }

  /// The committed values of the object at a position; nil if it has no row any more.
  func snapshot(
    at position: Int, _ mark: CommitMark, _ reader: any StoreReader, in store: UUID
  ) throws(StoreError) -> ObjectSnapshot? {
    let answer = try answer(at: position, mark, reader)
    let row = answer.places.map { $0[keys[position]] } ?? position
    return row.map { answer.rows.snapshot($0, of: entity, in: store) }
  }

  private func answer(
    at position: Int, _ mark: CommitMark, _ reader: any StoreReader
  ) throws(StoreError) -> Answer {
    if let first, first.mark == mark { return first }
    // A mark that has gone never comes back.
    first = nil
    let number = position / Self.chunk
    if let answer = later[number], answer.mark == mark { return answer }
    let range = number * Self.chunk..<min((number + 1) * Self.chunk, keys.count)
    let rows = try reader.rows(of: entity, keys: Array(keys[range]))
    let places = Dictionary(rows.keys.enumerated().map { ($1, $0) }) { first, _ in first }
    let answer = Answer(mark: mark, rows: rows, places: places)
    later[number] = answer
    return answer
  }

  /// Keeps the members of a relationship of all these objects.
  func keep(_ members: [StoredMember], ofRelationship name: String, _ mark: CommitMark) {
    self.members[name] = (mark, Dictionary(grouping: members, by: \.owner))
  }

  /// The members of a relationship of one of these objects; nil if they are not known.
  func members(ofRelationship name: String, owner: Int64, _ mark: CommitMark) -> [StoredMember]? {
    guard let known = members[name], known.mark == mark else { return nil }
    return known.byOwner[owner] ?? []
  }
}
