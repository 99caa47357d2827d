/// Who inherits from whom in a list of entities that may hold anything.
struct Lineage {
  private let entities: [EntityDescription]
  /// The first entity of each name.
  private let positions: [String: Int]
  /// For each entity what is above it, nearest first.
  private let ancestry: [Ancestry]

  /// What is above an entity.
  enum Ancestry {
    /// Positions, the nearest first.
    case known([Int])
    case cyclic
    /// More than `ModelLimit.inheritance`.
    case tooLong
  }

  init(_ entities: [EntityDescription]) {
    self.entities = entities
    let positions = Dictionary(entities.enumerated().map { ($1.name, $0) }) { first, _ in first }
    self.positions = positions
    ancestry = entities.map { Self.ancestry(of: $0, entities, positions) }
  }

  /// Every name, in order of declaration.
  var names: some Sequence<String> { entities.lazy.map(\.name) }

  /// Where the first entity of that name was declared.
  ///
  /// Keys of dictionaries may be equal with other bytes: U+212A, KELVIN SIGN, is another K.
  func position(of name: String) -> Int? {
    positions[name].flatMap { entities[$0].name.utf8.elementsEqual(name.utf8) ? $0 : nil }
  }

  /// What is above the entity at a position.
  func ancestry(of index: Int) -> Ancestry { ancestry[index] }

  /// The entities above the one at a position; none where they lead nowhere.
  func ancestors(of index: Int) -> [EntityDescription] { ancestorPositions(of: index).map { entities[$0] } }

  /// Where the entities above the one at a position were declared; none where they lead nowhere.
  func ancestorPositions(of index: Int) -> [Int] {
    guard case .known(let above) = ancestry[index] else { return [] }
    return above
  }

  /// Whether one of two entities is the other or inherits from it.
  func areRelated(_ left: Int, _ right: Int) -> Bool {
    left == right || isAbove(left, right) || isAbove(right, left)
  }

  private func isAbove(_ upper: Int, _ lower: Int) -> Bool {
    guard case .known(let above) = ancestry[lower] else { return false }
    return above.contains(upper)
  }

  private static func ancestry(
    of entity: EntityDescription, _ entities: [EntityDescription], _ positions: [String: Int]
  ) -> Ancestry {
    var above: [Int] = []
    var next = entity.superentityName
    while let name = next, let position = positions[name] {
      if entities[position].name == entity.name || above.contains(position) { return .cyclic }
      if above.count == ModelLimit.inheritance { return .tooLong }
      above.append(position)
      next = entities[position].superentityName
    }
    return .known(above)
  }
}
