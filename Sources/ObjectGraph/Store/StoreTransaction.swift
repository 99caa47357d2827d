public import PredicateLanguage

/// What `CommitPlan` needs of a store while it holds the store's write lock; all calls belong to one
/// transaction.
public protocol StoreTransaction: AnyObject {
  /// The committed rows with these primary keys, in ascending order of key; keys without a row are left out.
  func rows(of entity: EntityDescription, keys: [Int64]) throws(StoreError) -> StoreRows

  /// The key of a row that holds these values in these columns, if there is one; no value is `.null`.
  ///
  /// Without columns that is any row.
  func key(of entity: EntityDescription, whereColumns columns: [Int], equal values: [AttributeValue])
    throws(StoreError) -> Int64?

  /// Adds rows, each with version 1 and a key never used before.
  ///
  /// - Returns: the first key; the others follow it one by one.
  /// - Throws: `.uniqueViolation` with the position of the row that broke a constraint.
  func insert(_ rows: ArraySlice<ChangeSet.Insertion>, of entity: EntityDescription)
    throws(TransactionError) -> Int64

  /// Overwrites some columns of a row and sets its version.
  func update(
    _ entity: EntityDescription, key: Int64, columns: [Int], values: [AttributeValue], version: Int64)
    throws(TransactionError)

  /// Removes the rows with these keys.
  func delete(_ entity: EntityDescription, keys: [Int64]) throws(StoreError)
}

/// What a write inside a transaction can fail with.
public enum TransactionError: Error, Sendable {
  /// The row at `index` of the call's rows holds a unique value that another row holds; `CommitPlan` finds
  /// out which.
  case uniqueViolation(index: Int)
  case store(StoreError)
}
