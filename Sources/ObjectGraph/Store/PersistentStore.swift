public import FoundationEssentials

/// Where objects rest between processes: rows by entity, read in snapshots and written in transactions.
///
/// What every store promises, and the conformance suite checks:
/// - **Atomic.** `commit` makes all of a change set visible, or nothing, also when the process dies in the
///   middle.
/// - **Durable.** What `commit` returned from is there after a restart (an in-memory store: as long as it
///   lives).
/// - **Fresh.** A read that begins after a `commit` returned, in any reader, sees it.
/// - **Consistent.** Reads inside one `StoreReader.reading` see one moment.
/// - **Equal.** The same requests give the same answers from every kind of store.
public protocol PersistentStore: AnyObject, Sendable {
  /// The host part of every object ID of this store; made with the store, kept for its life.
  var identifier: UUID { get }
  var isReadOnly: Bool { get }
  /// The configuration of the model that the store holds; nil for all of it.
  var configurationName: String? { get }
  /// Where the store is, as it was said when it was opened; nil for a store without a place.
  var url: URL? { get }

  /// A reader for one context, used from one thread at a time.
  ///
  /// - Throws: `StoreError.open` and its kin when the store cannot be read any more.
  func makeReader() throws(StoreError) -> any StoreReader

  /// Writes a change set as one transaction, by `CommitPlan`.
  ///
  /// Waits for other writers: those of this process without limit, those of others up to the store's busy
  /// timeout.
  /// - Throws: `StoreError.conflict`, `.version`, `.constraint`, `.locked`, `.readOnly`, `.full`,
  ///   `.cancelled`, …; the store is then unchanged.
  func commit(_ changes: ChangeSet, cancellation: Cancellation) throws(StoreError) -> CommitReceipt

  /// How a reader of this store answers a query, without answering it.
  ///
  /// A store that says nothing of its own tests every object in memory.
  func explanation(of query: StoreQuery) throws(StoreError) -> QueryExplanation

  /// How a reader of this store makes dictionaries, without making them.
  func explanation(of query: DictionaryQuery) throws(StoreError) -> QueryExplanation

  /// What the store says about itself, by Core Data's keys: `NSStoreType`, `NSStoreModelVersionHashes`, … and
  /// whatever else somebody has written there.
  func metadata() throws(StoreError) -> [String: MetadataValue]

  /// Waits until another process has committed, and says what it changed.
  ///
  /// Commits of this process never show up here. One caller at a time; changes are noted from the first call
  /// on.
  /// - Returns: nil when the store was closed, or when no other process can reach it.
  func nextExternalCommit() throws(StoreError) -> CommitNotice?

  /// Ends all work and gives back every resource; what was committed stays.
  func close()
}
