import PredicateLanguage

/// The steps of a key path that are written already.
struct KeyPathBeginning {
  /// Where the plain steps lead; nil if nobody knows.
  let type: BoundType?
  /// The operator that is applied to the end of the path.
  let collectionOperator: CollectionOperator?
  /// Whether nothing is written before.
  let isFirst: Bool
  /// Whether a further operator may follow.
  let takesOperators: Bool

  init(_ base: ValueTerm<PropertyPath>?, _ names: [String], _ binder: Binder) {
    isFirst = base == nil && names.isEmpty
    let marks = names.indices.filter { names[$0].utf8.first == UInt8(ascii: "@") }
    let plain = names.indices.filter { !marks.contains($0) }.map { names[$0] }
    let last = marks.last.flatMap { CollectionOperator(rawValue: names[$0]) }
    collectionOperator = last
    // One operator is understood; behind several, nothing is suggested. Behind @count there is nothing to read.
    let isKnown = marks.isEmpty || marks.count == 1 && last != nil && last != .count
    type = isKnown ? Self.type(base, plain, binder) : nil
    let isBag = last.map { $0.function == nil || $0.function == .distinct } ?? true
    takesOperators = isBag && type?.isCollection == true && names.last?.utf8.first != UInt8(ascii: "@")
  }

  private static func type(
    _ base: ValueTerm<PropertyPath>?, _ names: [String], _ binder: Binder
  ) -> BoundType? {
    let path = ValueTerm.key(PropertyPath(names))
    let term: ValueTerm<PropertyPath> =
      if names.isEmpty { base ?? .evaluatedObject } else { base.map { .path($0, path) } ?? path }
    return (try? binder.bind(term)).map { $0.boundType(in: binder.scope) }
  }
}

extension Completer {
  /// The steps that can follow.
  mutating func addSteps(_ beginning: KeyPathBeginning, _ role: BoundRole) {
    guard let type = beginning.type else { return }
    if let entity = type.entity.flatMap(binder.model.entity(named:)) {
      for property in entity.properties { addKey(property, of: entity, behind: beginning, type, role) }
    }
    if beginning.takesOperators { addCollectionOperators(on: type, role) }
  }

  private mutating func addKey(
    _ property: PropertyDescription, of entity: EntityDescription, behind beginning: KeyPathBeginning,
    _ start: BoundType, _ role: BoundRole
  ) {
    var text = PropertyPath.spelling(ofStep: property.name, isFirst: beginning.isFirst)
    // Who writes # wants the key so.
    if list.typed.utf8.first == UInt8(ascii: "#"), !text.hasPrefix("#") { text = "#" + text }
    switch property {
    case .attribute(let attribute):
      guard entity.columnIndex(named: attribute.name) != nil,
        let type = reached(BoundType(TermType(attribute.type)), from: start, beginning),
        fits(type, role)
      else { return }
      let detail = attribute.isOptional ? "optional" : nil
      let label =
        start.isCollection && beginning.collectionOperator?.function == nil
        ? "[\(attribute.type.name)]" : attribute.type.name
      list.add(.init(text, .key, type: label, detail: detail), .key, name: property.name)
    case .relationship(let relationship):
      let isMany = relationship.isToMany
      let words = [isMany ? "to-many" : "to-one", relationship.isOrdered ? "ordered" : nil]
      let name = relationship.destinationEntity
      list.add(
        .init(
          text, .key, type: isMany || start.isCollection ? "[\(name)]" : name,
          detail: words.compactMap(\.self).joined(separator: ", ")), .key, name: property.name)
    }
  }

  /// What an attribute gives at the end of the path; nil if the operator on the path does not take it.
  private func reached(
    _ type: BoundType, from start: BoundType, _ beginning: KeyPathBeginning
  ) -> BoundType? {
    guard start.isCollection else { return beginning.collectionOperator == nil ? type : nil }
    let bag = BoundType.collection(type.type, isOrdered: start.isOrdered)
    guard let function = beginning.collectionOperator?.function else { return bag }
    let (completer, samples) = with(bag)
    return (try? completer.binder.function(function, samples, .none)).map { completer.type(of: $0) }
  }

  /// `@count`, and those that more steps or the elements themselves give a value.
  mutating func addCollectionOperators(on type: BoundType, _ role: BoundRole) {
    for candidate in CollectionOperator.allCases where isUseful(candidate, on: type, role) {
      list.add(
        .init(candidate.rawValue, .collectionOperator, type: candidate.label(of: type)), .function)
    }
  }

  private func isUseful(
    _ candidate: CollectionOperator, on type: BoundType, _ role: BoundRole
  ) -> Bool {
    if type.type != .object, let function = candidate.function {
      let (completer, samples) = with(type)
      guard completer.takes(function, samples) else { return false }
    }
    switch candidate {
    case .count, .sum, .average: return fits(BoundType(.number), role)
    case .minimum, .maximum: return !wantsCollection(role)
    default: return role.isAny || wantsCollection(role)
    }
  }
}

extension CollectionOperator {
  /// What it gives of a collection, as far as its name says.
  fileprivate func label(of type: BoundType) -> String? {
    switch self {
    case .count, .sum, .average: "Number"
    case .minimum, .maximum: type.type == .object ? nil : type.element.label
    default: type.label
    }
  }
}
