import Foundation
import ObjectGraph
import Synchronization

/// A store that counts what is asked of its readers, and passes it on.
final class CountingStore: PersistentStore {
  struct Counts: Equatable {
    /// Questions of any kind.
    var questions = 0
    /// Rows and members that came back.
    var rows = 0
  }

  private let store: any PersistentStore
  private let counts = Mutex(Counts())

  init(_ store: any PersistentStore) { self.store = store }

  /// What was asked since the last call.
  func takeCounts() -> Counts {
    counts.withLock { counts in
      defer { counts = Counts() }
      return counts
    }
  }

  fileprivate func note(_ rows: Int) {
    counts.withLock { counts in
      counts.questions += 1
      counts.rows += rows
    }
  }

  var identifier: UUID { store.identifier }
  var isReadOnly: Bool { store.isReadOnly }
  var url: URL? { store.url }
  var configurationName: String? { store.configurationName }
  func makeReader() throws(StoreError) -> any StoreReader { CountingReader(try store.makeReader(), self) }
  func commit(_ changes: ChangeSet, cancellation: Cancellation) throws(StoreError) -> CommitReceipt {
    try store.commit(changes, cancellation: cancellation)
  }
  func metadata() throws(StoreError) -> [String: MetadataValue] { try store.metadata() }
  func nextExternalCommit() throws(StoreError) -> CommitNotice? { try store.nextExternalCommit() }
  func close() { store.close() }
}

private final class CountingReader: StoreReader {
  private let reader: any StoreReader
  private let store: CountingStore

  init(_ reader: any StoreReader, _ store: CountingStore) {
    self.reader = reader
    self.store = store
  }

  private func noted(_ rows: StoreRows) -> StoreRows {
    store.note(rows.count)
    return rows
  }

  var commitMark: CommitMark? { reader.commitMark }

  func reading<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
    try reader.reading(body)
  }
  func fetch(_ query: StoreQuery, cancellation: Cancellation) throws(StoreError) -> StoreRows {
    noted(try reader.fetch(query, cancellation: cancellation))
  }
  func dictionaries(_ query: DictionaryQuery, cancellation: Cancellation) throws(StoreError) -> StoreRows {
    noted(try reader.dictionaries(query, cancellation: cancellation))
  }
  func count(_ query: StoreQuery, cancellation: Cancellation) throws(StoreError) -> Int {
    store.note(0)
    return try reader.count(query, cancellation: cancellation)
  }
  func rows(of entity: EntityDescription, keys: [Int64]) throws(StoreError) -> StoreRows {
    noted(try reader.rows(of: entity, keys: keys))
  }
  func rows(
    of entity: EntityDescription, whereColumn column: Int, equals value: AttributeValue
  ) throws(StoreError) -> StoreRows {
    noted(try reader.rows(of: entity, whereColumn: column, equals: value))
  }
  func members(
    of relationship: ResolvedRelationship, owners: [Int64]
  ) throws(StoreError) -> [StoredMember] {
    let members = try reader.members(of: relationship, owners: owners)
    store.note(members.count)
    return members
  }
  func memberCount(of relationship: ResolvedRelationship, owner: Int64) throws(StoreError) -> Int {
    store.note(0)
    return try reader.memberCount(of: relationship, owner: owner)
  }
  func lastOrder(of relationship: ResolvedRelationship, owner: Int64) throws(StoreError) -> Int64? {
    store.note(0)
    return try reader.lastOrder(of: relationship, owner: owner)
  }
  func pair(in table: PairTable, source: Int64, destination: Int64) throws(StoreError) -> StoredPair? {
    store.note(0)
    return try reader.pair(in: table, source: source, destination: destination)
  }
}
