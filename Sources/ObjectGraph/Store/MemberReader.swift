/// Reads the committed members of to-many relationships.
///
/// `relationship` is never to-one. Members are found where the relationship's storage says: in the inverse's column
/// (`relationship.inverse`) of the rows of the destination's family, or in a table of pairs. What is in a column or a
/// pair and has no row (others wrote the file) is left out.
public protocol MemberReader: AnyObject {
  /// The members of some objects: by owner in ascending order of key, then by place where the relationship has an
  /// order, then by key.
  ///
  /// - Parameter owners: keys of objects that have the relationship.
  func members(of relationship: ResolvedRelationship, owners: [Int64]) throws(StoreError) -> [StoredMember]

  /// How many members an object has.
  func memberCount(of relationship: ResolvedRelationship, owner: Int64) throws(StoreError) -> Int

  /// The greatest place in an object's ordered relationship; nil if it is empty.
  func lastOrder(of relationship: ResolvedRelationship, owner: Int64) throws(StoreError) -> Int64?

  /// The pair of two objects in a table; nil if there is none.
  func pair(in table: PairTable, source: Int64, destination: Int64) throws(StoreError) -> StoredPair?
}
