public import PredicateLanguage
import Spelling

/// Resolves the names of a predicate or a sort key against an entity, and gives its constants their types.
///
/// Worked example, on an entity with a Date `due`, a String `title` and a to-many relationship `items`:
/// ```
/// due < "2026-12-02" AND title CONTAINS "x" AND items.@sum.price > 3
/// due → column 1, a date      "2026-12-02" → the coercion makes it a date
/// title → column 4, a string  "x" is one already
/// items.@sum.price → sum(items.price)
/// ```
/// What needs no object is computed here, so that `now()` is one moment for a whole fetch.
public struct Binder: Sendable {
  let entity: EntityDescription
  let model: ManagedObjectModel
  /// Gives constants the types of what they are compared with.
  public let coercion: any ValueCoercion
  /// What the subqueries around give values to.
  var scope: BoundScope = [:]
  /// What `now()` is everywhere in the predicate that is being bound.
  private(set) var moment = PredicateValue.null

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
    BoundPredicate(entity: entity.name, node: try now.node(tree))
  }

  /// The same binder for this moment.
  var now: Binder {
    var binder = self
    binder.moment = Function.now.apply([])
    return binder
  }

  /// Binds a predicate that may stand inside a subquery.
  func node(_ tree: ParsedPredicate) throws(PredicateTextError) -> PredicateNode<BoundKeyPath> {
    try tree.mapComparisons { comparison throws(PredicateTextError) in
      PredicateNode<BoundKeyPath>.comparison(try bind(comparison))
    }
  }

  /// Binds a sort descriptor.
  ///
  /// - Throws: `PredicateTextError` of kind `unknownKey`, or `type` for a key that has no order.
  public func bind(_ descriptor: SortDescriptor) throws(PredicateTextError) -> BoundSortDescriptor {
    let path = try keyPath(PropertyPath(dotted: descriptor.key), from: entity)
    if path.isToMany {
      throw PredicateTextError(
        .type, "\(descriptor.key) leads to many objects, by which nothing can be sorted.", at: nil)
    }
    if path.type == .opaque || path.type == .object {
      throw PredicateTextError(.type, "\(descriptor.key) has no order to sort by.", at: nil)
    }
    return BoundSortDescriptor(
      path: path, ascending: descriptor.ascending, options: descriptor.options,
      nullsFirst: descriptor.nulls.map { $0 == .first } ?? descriptor.ascending)
  }
}
