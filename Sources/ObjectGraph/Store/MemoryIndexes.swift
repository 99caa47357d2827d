import PredicateLanguage

/// Who holds which unique values, and which rows lead to which object, in one table in memory.
struct MemoryIndexes {
  private struct ConstraintIdentity: Hashable {
    let entity: String
    let properties: [String]

    init(_ constraint: UniquenessConstraint) {
      entity = constraint.entity
      properties = constraint.properties
    }
  }

  private var unique: [ConstraintIdentity: [[AttributeValue]: Int64]] = [:]
  private var references: [ColumnIdentity: [Int64: Set<Int64>]] = [:]
  /// Whether rows of the table have to be looked at at all.
  private let isNeeded: Bool

  init(_ root: EntityDescription) {
    isNeeded = ([root] + root.subentities).contains { $0.hasReferences || !$0.constraints.isEmpty }
  }

  mutating func add(_ key: Int64, _ values: [AttributeValue], _ entity: EntityDescription) {
    guard isNeeded else { return }
    for constraint in entity.constraints {
      if let held = Self.held(values, constraint) {
        unique[ConstraintIdentity(constraint), default: [:]][held] = key
      }
    }
    for (identity, target) in Self.targets(values, entity) {
      references[identity, default: [:]][target, default: []].insert(key)
    }
  }

  mutating func remove(_ key: Int64, _ values: [AttributeValue], _ entity: EntityDescription) {
    guard isNeeded else { return }
    for constraint in entity.constraints {
      let identity = ConstraintIdentity(constraint)
      if let held = Self.held(values, constraint), unique[identity]?[held] == key {
        unique[identity]?[held] = nil
      }
    }
    for (identity, target) in Self.targets(values, entity) {
      references[identity]?[target]?.remove(key)
      if references[identity]?[target]?.isEmpty == true { references[identity]?[target] = nil }
    }
  }

  func key(of constraint: UniquenessConstraint, holding values: [AttributeValue]) -> Int64? {
    values.contains(.null) ? nil : unique[ConstraintIdentity(constraint)]?[values]
  }

  func keys(whose reference: ColumnIdentity, leadsTo key: Int64) -> [Int64] {
    references[reference]?[key]?.sorted() ?? []
  }

  func count(whose reference: ColumnIdentity, leadsTo key: Int64) -> Int {
    references[reference]?[key]?.count ?? 0
  }

  private static func held(
    _ values: [AttributeValue], _ constraint: UniquenessConstraint
  ) -> [AttributeValue]? {
    let held = constraint.columns.map { values[$0] }
    return held.contains(.null) ? nil : held
  }

  /// Each to-one relationship that leads somewhere, and the key it leads to.
  private static func targets(
    _ values: [AttributeValue], _ entity: EntityDescription
  ) -> [(ColumnIdentity, Int64)] {
    guard entity.hasReferences else { return [] }
    return values.indices.prefix(entity.propertyColumnCount).compactMap { column in
      guard case .objectID(let objectID) = values[column], let key = objectID.primaryKey else { return nil }
      return (entity.columnIdentities[column], key)
    }
  }
}
