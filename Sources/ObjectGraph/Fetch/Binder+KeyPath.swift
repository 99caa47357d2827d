import PredicateLanguage
import Spelling

extension Binder {
  /// A key path from the fetched object, or from what another term gives, with its collection operators.
  ///
  /// `items.@sum.price`, `items.price.@sum` and `@sum.items.price` are all `sum(items.price)`; operators behind
  /// each other are applied from left to right.
  func term(
    _ path: PropertyPath, from base: ValueTerm<BoundKeyPath>? = nil
  ) throws(PredicateTextError) -> ValueTerm<BoundKeyPath> {
    var current = base
    var names: [String] = []
    var rest = path.components[...]
    while let name = rest.popFirst() {
      guard name.utf8.first == UInt8(ascii: "@") else {
        names.append(name)
        continue
      }
      let collectionOperator = try self.collectionOperator(name, path)
      if collectionOperator != .count {
        let end = rest.firstIndex { $0.utf8.first == UInt8(ascii: "@") } ?? rest.endIndex
        names += rest[..<end]
        rest = rest[end...]
      }
      let collection = try reach(names, path, from: current)
      try checkCollection(collection, collectionOperator, path)
      if let function = collectionOperator.function {
        current = try self.function(function, [collection], path.range)
      } else {
        current = collection
      }
      names = []
    }
    return try reach(names, path, from: current)
  }

  private func collectionOperator(
    _ name: String, _ path: PropertyPath
  ) throws(PredicateTextError) -> CollectionOperator {
    if let found = CollectionOperator(rawValue: name) { return found }
    let nearest = NearestName.of(name, in: CollectionOperator.allCases.map(\.rawValue))
    throw PredicateTextError(
      .unknownKey, "There is no collection operator \(name).", at: path.range,
      hint: nearest.map { "did you mean \($0)?" }, key: name, nearest: nearest)
  }

  private func checkCollection(
    _ term: ValueTerm<BoundKeyPath>, _ collectionOperator: CollectionOperator, _ path: PropertyPath
  ) throws(PredicateTextError) {
    if term.boundType(in: scope).isCollection { return }
    throw PredicateTextError(
      .type, "\(collectionOperator.rawValue) needs a to-many relationship, and \(path.text) has none.",
      at: path.range)
  }

  /// Where plain names lead.
  private func reach(
    _ names: [String], _ path: PropertyPath, from base: ValueTerm<BoundKeyPath>?
  ) throws(PredicateTextError) -> ValueTerm<BoundKeyPath> {
    guard let base else {
      return .key(try keyPath(PropertyPath(names, range: path.range), from: entity))
    }
    if names.isEmpty { return base }
    guard let name = base.boundType(in: scope).entity, let start = model.entity(named: name) else {
      throw PredicateTextError(
        .type, "\(names[0]) is read from what is no object.", at: path.range)
    }
    return .path(base, .key(try keyPath(PropertyPath(names, range: path.range), from: start)))
  }

  /// A key path step by step: relationships, then an attribute or the object.
  func keyPath(
    _ path: PropertyPath, from start: EntityDescription
  ) throws(PredicateTextError) -> BoundKeyPath {
    var bound = BoundKeyPath(entity: start.name, target: .object)
    var current = start
    for (index, name) in path.components.enumerated() {
      guard let property = current.property(named: name) else {
        throw unmarkedOperator(name, path, bound) ?? unknownKey(name, path, in: current)
      }
      switch property {
      case .attribute(let attribute):
        guard index == path.components.count - 1 else { throw keyOfValue(index + 1, path) }
        guard let column = current.columnIndex(named: name) else {
          throw unknownKey(path.text, path, in: current)
        }
        bound.target = .attribute(attribute, column: column)
      case .relationship(let relationship):
        guard let destination = model.entity(named: relationship.destinationEntity) else {
          throw unknownKey(name, path, in: current)
        }
        bound.steps.append(BoundKeyPath.Step(entity: current.name, relationship: relationship))
        bound.entity = destination.name
        current = destination
      }
    }
    return bound
  }

  /// The error for a step behind an attribute, which Apple's strings have one of.
  private func keyOfValue(_ index: Int, _ path: PropertyPath) -> PredicateTextError {
    let (value, name) = (path.components[..<index].joined(separator: "."), path.components[index])
    return PredicateTextError(
      .unknownKey, "\(value) is a value, which has no property \(name).", at: path.range,
      hint: sameBytes(name, "length") ? "Write length(\(value))." : nil, key: path.text)
  }

  /// The error for a collection operator without its mark, `items.count`; nil for other names.
  private func unmarkedOperator(
    _ name: String, _ path: PropertyPath, _ beginning: BoundKeyPath
  ) -> PredicateTextError? {
    guard beginning.isToMany, CollectionOperator(rawValue: "@" + name) != nil else { return nil }
    return PredicateTextError(
      .unknownKey, "\(beginning.entity) has no property \(name).", at: path.range,
      hint: "Collection operators begin with @: @\(name).", key: name, nearest: "@" + name)
  }

  private func unknownKey(
    _ name: String, _ path: PropertyPath, in entity: EntityDescription
  ) -> PredicateTextError {
    let nearest = NearestName.of(name, in: entity.properties.map(\.name))
    return PredicateTextError(
      .unknownKey, "\(entity.name) has no property \(name).", at: path.range,
      hint: nearest.map { "did you mean \($0)?" }, key: name, nearest: nearest)
  }
}

extension BoundKeyPath {
  /// The kind of values at the end of the path.
  var type: TermType {
    switch target {
    case .attribute(let attribute, _): TermType(attribute.type)
    case .object: .object
    }
  }
}
