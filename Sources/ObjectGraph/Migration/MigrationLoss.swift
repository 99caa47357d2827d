/// What a migration would throw away: objects, or what one of their properties holds.
public struct MigrationLoss: Hashable, Sendable {
  /// The entity in the old model that is removed or becomes abstract, or that declares the property.
  public let entity: String
  /// The property whose values go; nil where whole objects go.
  public let property: String?
  /// The entities in the old model whose objects are concerned, by themselves and without their subentities.
  public let affectedEntities: [String]
  /// Objects that go, or that have a value or something at the other end; nil as long as nobody has looked
  /// into the store.
  public var count: Int?
}

extension MigrationLoss: CustomStringConvertible {
  /// For people: `12 objects of Note`, `3 values of Task.color`.
  public var description: String {
    let number = count.map { "\($0) " } ?? ""
    let plural = count == 1 ? "" : "s"
    guard let property else { return "\(number)object\(plural) of \(entity)" }
    return "\(number)value\(plural) of \(entity).\(property)"
  }
}
