/// The column of a to-one relationship, with what a new object must know to be put into it.
struct ReferenceColumn: Hashable, Sendable {
  /// What is at the other end.
  enum Inverse: Hashable, Sendable {
    case none
    /// A to-many relationship of this name.
    case toMany(String)
    case toOne
  }

  let column: Int
  /// Position in `EntityDescription.relationships`.
  let relationship: Int
  let inverse: Inverse
  /// Where the place in the list at the other end lies; nil where that has no order.
  let orderColumn: Int?

  /// - Parameter orderColumns: by name of the to-one relationship.
  static func all(of relationships: [ResolvedRelationship], _ orderColumns: [String: Int])
    -> [ReferenceColumn]
  {
    relationships.enumerated().compactMap { index, relationship in
      guard case .column(let column) = relationship.storage else { return nil }
      let inverse = relationship.inverse.map { $0.isToMany ? Inverse.toMany($0.name) : .toOne } ?? .none
      return ReferenceColumn(
        column: column, relationship: index, inverse: inverse, orderColumn: orderColumns[relationship.name])
    }
  }
}
