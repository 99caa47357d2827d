public import PredicateLanguage

/// What `CommitPlan` needs of a store while it holds the store's write lock; all calls belong to one
/// transaction.
public protocol StoreTransaction: MemberReader {
  /// The committed rows with these primary keys, in ascending order of key; keys without a row of the entity or
  /// of a subentity are left out.
  func rows(of entity: EntityDescription, keys: [Int64]) throws(StoreError) -> StoreRows

  /// The key of a row that holds these values in these columns, if there is one; no value is `.null`.
  ///
  /// Without columns that is any row.
  func key(of entity: EntityDescription, whereColumns columns: [Int], equal values: [AttributeValue])
    throws(StoreError) -> Int64?

  /// Reserves keys that were never used before for new rows; the others follow the first one by one.
  ///
  /// - Throws: `StoreError.limit` if there are not that many left (`CommitPlan.firstKey`).
  func makeKeys(_ count: Int, of entity: EntityDescription) throws(StoreError) -> Int64

  /// Adds rows, each with version 1, with keys that were reserved: from `firstKey`, one by one.
  ///
  /// No value holds a temporary ID any more.
  /// - Throws: `.uniqueViolation` with the position of the row that broke a constraint.
  func insert(_ rows: ArraySlice<ChangeSet.Insertion>, of entity: EntityDescription, firstKey: Int64)
    throws(TransactionError)

  /// Overwrites some columns of a row and sets its version.
  func update(
    _ entity: EntityDescription, key: Int64, columns: [Int], values: [AttributeValue], version: Int64)
    throws(TransactionError)

  /// Removes the rows with these keys.
  func delete(_ entity: EntityDescription, keys: [Int64]) throws(StoreError)

  /// Adds pairs, each once; one that is there already gets its new places.
  func set(_ pairs: [StoredPair], in table: PairTable) throws(StoreError)

  /// Removes pairs, by their keys; those that are not there are no error.
  func remove(_ pairs: [StoredPair], in table: PairTable) throws(StoreError)
}

/// What a write inside a transaction can fail with.
public enum TransactionError: Error, Sendable {
  /// The row at `index` of the call's rows holds a unique value that another row holds; `CommitPlan` finds
  /// out which.
  case uniqueViolation(index: Int)
  case store(StoreError)
}
