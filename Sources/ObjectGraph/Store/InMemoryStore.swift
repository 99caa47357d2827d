public import FoundationEssentials
import PredicateLanguage
import Synchronization

/// A store that lives as long as its process, and answers as an SQLite store does.
public final class InMemoryStore: PersistentStore {
  /// Made with the store.
  public let identifier: UUID
  /// Whether commits are refused.
  public let isReadOnly: Bool
  /// Nil: it has no place.
  public var url: URL? { nil }
  private let tables: Mutex<MemoryTables>
  private let configuration: StoreConfiguration

  /// An empty store for a model.
  ///
  /// - Parameter configuration: the part of the model that it holds; nil for all of it.
  /// - Throws: `StoreError.open` if the model has what no store can hold yet, all of which is named, or no
  ///   such configuration, or one that splits an inheritance tree.
  public init(
    model: ManagedObjectModel, configuration: String? = nil, identifier: UUID = UUID(),
    isReadOnly: Bool = false
  ) throws(StoreError) {
    try model.checkStorable()
    self.configuration = try StoreConfiguration(configuration, of: model)
    self.identifier = identifier
    self.isReadOnly = isReadOnly
    tables = Mutex(MemoryTables(model: model))
  }

  var model: ManagedObjectModel { configuration.model }

  /// The configuration of the model that the store holds; nil for all of it.
  public var configurationName: String? { configuration.name }

  /// A reader; any number may be in use.
  public func makeReader() throws(StoreError) -> any StoreReader { MemoryReader(self) }

  /// Writes a change set; see `PersistentStore`.
  public func commit(_ changes: ChangeSet, cancellation: Cancellation) throws(StoreError) -> CommitReceipt {
    if isReadOnly { throw .readOnly }
    return try tables.withLock { tables throws(StoreError) in
      let transaction = MemoryTransaction(tables, model: model)
      // The transaction must hold the only reference, or its first write copies every row.
      tables = MemoryTables()
      defer { tables = transaction.tables }
      do throws(StoreError) {
        let plan = CommitPlan(changes, model: model, store: identifier, cancellation: cancellation)
        let receipt = try plan.run(in: transaction, number: transaction.tables.commitCount + 1)
        transaction.tables.commitCount += 1
        return receipt
      } catch {
        transaction.rollBack()
        throw error
      }
    }
  }

  /// Type and version hashes.
  public func metadata() -> [String: MetadataValue] {
    [
      "NSStoreType": .string("InMemory"),
      "NSStoreModelVersionHashes": .dictionary(
        configuration.entityVersionHashesByName.mapValues { .data($0) }),
      "NSStoreModelVersionIdentifiers": .list(model.versionIdentifiers.map { .string($0) }),
    ]
  }

  /// Nil at once: no other process can reach this store.
  public func nextExternalCommit() throws(StoreError) -> CommitNotice? { nil }

  /// Nothing to give back.
  public func close() {}

  var commitMark: CommitMark { tables.withLock { CommitMark(count: $0.commitCount) } }

  /// The rows at this moment.
  func snapshot() -> MemoryTables { tables.withLock { $0 } }
}
