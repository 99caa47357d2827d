/// Properties whose values together no two objects share; objects with a missing value are exempt, as in SQLite.
public struct UniquenessConstraint: Hashable, Sendable {
  /// Names of the attributes and to-one relationships.
  public let properties: [String]
  /// Their positions in `EntityDescription.columns`, in the same order.
  public let columns: [Int]
  /// The entity that declares it: it holds among all objects of that entity and its subentities.
  public let entity: String
}
