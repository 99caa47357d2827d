/// A derivation as the engine works with it: every name found in the model.
struct ResolvedDerivation: Sendable {
  let function: Derivation.Function
  /// The derived attribute's position in the entity's columns, and its type.
  let column: Int
  let type: AttributeType
  /// To-one relationships to follow first.
  let steps: [ResolvedRelationship]
  /// The relationship whose members are counted or summed up.
  let members: ResolvedRelationship?
  /// The attribute at the end; nil where members are counted, and for the time.
  let attribute: String?

  /// Whether the object's own values are enough.
  var isOfOwnValues: Bool { steps.isEmpty && members == nil }

  /// Nil if the derivation does not fit the model.
  ///
  /// - Parameter find: the entity of a name, by which relationships are found.
  init?(
    _ attribute: AttributeDescription, of entity: EntityDescription,
    _ find: (String) -> EntityDescription?
  ) {
    guard let expression = attribute.derivationExpression, let derivation = Derivation(expression),
      let column = entity.columnIndex(named: attribute.name)
    else { return nil }
    function = derivation.function
    self.column = column
    type = attribute.type
    var current = entity
    var steps: [ResolvedRelationship] = []
    var members: ResolvedRelationship?
    var last: String?
    for (index, name) in derivation.path.enumerated() {
      let isLast = index == derivation.path.count - 1
      if let relationship = current.relationship(named: name) {
        guard members == nil, let next = find(relationship.destination.name) else { return nil }
        if relationship.isToMany { members = relationship } else { steps.append(relationship) }
        current = next
      } else if isLast, current.columnIndex(named: name) != nil {
        last = name
      } else {
        return nil
      }
    }
    let wantsMembers = function == .count || function == .sum
    guard (members != nil) == wantsMembers, (last != nil) == (function != .count && function != .now) else {
      return nil
    }
    guard Self.canHold(attribute.type, function) else { return nil }
    self.steps = steps
    self.members = members
    self.attribute = last
  }

  /// Whether an attribute of a type can hold what a function gives; of `value` its source decides.
  private static func canHold(_ type: AttributeType, _ function: Derivation.Function) -> Bool {
    switch function {
    case .value: true
    case .canonical, .uppercase, .lowercase: type == .string
    case .now: type == .date
    case .count, .sum: [.integer16, .integer32, .integer64, .decimal, .double, .float].contains(type)
    }
  }

  /// Every relationship from the object to where its value comes from.
  var relationships: [ResolvedRelationship] { steps + (members.map { [$0] } ?? []) }
}

/// The derived attributes of a model.
struct DerivationTable: Sendable {
  /// By name of the entity; entities without any are left out.
  let byEntity: [String: [ResolvedDerivation]]
  /// `Book.pageCount`: derived attributes of a form, or of properties, that are not known.
  let unknown: [String]

  var isEmpty: Bool { byEntity.isEmpty }

  init(_ entities: [EntityDescription]) {
    var byEntity: [String: [ResolvedDerivation]] = [:]
    var unknown: [String] = []
    let byName = Dictionary(entities.map { ($0.name, $0) }) { first, _ in first }
    for entity in entities {
      for case .attribute(let attribute) in entity.properties where attribute.derivationExpression != nil {
        if attribute.isTransient { continue }
        if let derivation = ResolvedDerivation(attribute, of: entity, { byName[$0] }) {
          byEntity[entity.name, default: []].append(derivation)
        } else {
          unknown.append("\(entity.name).\(attribute.name)")
        }
      }
    }
    self.byEntity = byEntity
    self.unknown = unknown
  }
}
