public import PredicateLanguage
import Spelling

/// Resolves the names of a predicate or a sort key against an entity, and gives its constants their types.
///
/// Worked example, on an entity with a Date `due` and a String `title`:
/// ```
/// due < "2026-12-02" AND title CONTAINS "x"
/// due → column 1, a date      "2026-12-02" → the coercion makes it a date
/// title → column 4, a string  "x" is one already
/// ```
public struct Binder: Sendable {
  let entity: EntityDescription
  let model: ManagedObjectModel
  /// Gives constants the types of what they are compared with.
  public let coercion: any ValueCoercion

  /// A binder for predicates over one entity of a model.
  public init(
    entity: EntityDescription, model: ManagedObjectModel, coercion: any ValueCoercion = StandardCoercion()
  ) {
    self.entity = entity
    self.model = model
    self.coercion = coercion
  }

  /// Binds a predicate.
  ///
  /// - Throws: `PredicateTextError` of kind `unknownKey`, `type`, `arguments` (a variable or placeholder
  ///   without a value), `limit` (a pattern of LIKE or MATCHES), `syntax` and `unsupported` (a pattern of MATCHES).
  public func bind(_ tree: ParsedPredicate) throws(PredicateTextError) -> BoundPredicate {
    let node = try tree.mapComparisons { comparison throws(PredicateTextError) in
      PredicateNode<BoundKeyPath>.comparison(try bind(comparison))
    }
    return BoundPredicate(entity: entity.name, node: node)
  }

  /// Binds a sort descriptor.
  ///
  /// - Throws: `PredicateTextError` of kind `unknownKey`, or `type` for a key that has no order.
  public func bind(_ descriptor: SortDescriptor) throws(PredicateTextError) -> BoundSortDescriptor {
    let path = try bind(PropertyPath(dotted: descriptor.key))
    if path.type == .opaque || path.type == .object {
      throw PredicateTextError(.type, "\(descriptor.key) has no order to sort by.", at: nil)
    }
    return BoundSortDescriptor(
      path: path, ascending: descriptor.ascending, options: descriptor.options,
      nullsFirst: descriptor.nulls.map { $0 == .first } ?? descriptor.ascending)
  }

  /// A key path step by step: relationships, then an attribute or the object.
  func bind(_ path: PropertyPath) throws(PredicateTextError) -> BoundKeyPath {
    var bound = BoundKeyPath(entity: entity.name, target: .object)
    var current = entity
    for (index, name) in path.components.enumerated() {
      guard let property = current.property(named: name) else { throw unknownKey(name, path, in: current) }
      switch property {
      case .attribute(let attribute):
        guard index == path.components.count - 1, let column = current.columnIndex(named: name) else {
          throw unknownKey(path.text, path, in: current)
        }
        bound.target = .attribute(attribute, column: column)
      case .relationship(let relationship):
        if relationship.isToMany { throw leadsToMany(name, path) }
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

  private func leadsToMany(_ name: String, _ path: PropertyPath) -> PredicateTextError {
    PredicateTextError(
      .unsupported, "\(name) leads to many objects, of which a predicate cannot speak yet.", at: path.range)
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
