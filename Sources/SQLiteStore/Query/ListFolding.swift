import ObjectGraph
import PredicateLanguage

/// Turns chains of equalities into lists, which SQLite searches instead of planning each of them.
///
/// ```
/// a == 1 OR a == 2 OR b == 3    →  a IN {1, 2} OR b == 3
/// a != 1 AND a != 2             →  NOT a IN {1, 2}
/// ```
/// The answers are the same, missing values included.
struct ListFolding {
  /// A key, of the object or of what a subquery stands at, with the options it is compared under.
  private struct Subject: Hashable {
    let key: ValueTerm<BoundKeyPath>
    let options: StringOptions
  }

  private var lists: [Subject: [PredicateValue]] = [:]
  private var order: [Subject] = []
  private var others: [PredicateNode<BoundKeyPath>] = []

  /// The predicate with its chains folded.
  static func fold(_ node: PredicateNode<BoundKeyPath>) -> PredicateNode<BoundKeyPath> {
    switch node {
    case .constant, .comparison: return node
    case .not(let part): return .not(fold(part))
    case .or(let parts):
      var folding = ListFolding()
      for part in parts { folding.take(part, .equal) }
      return .disjunction(folding.parts { .comparison($0) })
    case .and(let parts):
      var folding = ListFolding()
      for part in parts { folding.take(part, .notEqual) }
      return .conjunction(folding.parts { .not(.comparison($0)) })
    }
  }

  private mutating func take(_ part: PredicateNode<BoundKeyPath>, _ operator: ComparisonOperator) {
    guard case .comparison(let comparison) = part, comparison.operator == `operator`,
      comparison.modifier == .direct, comparison.left.isKey, case .constant(let value, _) = comparison.right
    else { return others.append(Self.fold(part)) }
    let subject = Subject(key: comparison.left, options: comparison.options)
    if lists[subject] == nil { order.append(subject) }
    lists[subject, default: []].append(value)
  }

  private func parts(
    _ wrap: (Comparison<BoundKeyPath>) -> PredicateNode<BoundKeyPath>
  ) -> [PredicateNode<BoundKeyPath>] {
    order.map { subject in
      let list = ValueTerm<BoundKeyPath>.constant(.list(lists[subject] ?? []))
      return wrap(Comparison(subject.key, .in, options: subject.options, list))
    } + others
  }
}

extension ValueTerm {
  /// Whether it is nothing but a key, of whatever object.
  fileprivate var isKey: Bool {
    switch self {
    case .key, .path(.variable, _): true
    default: false
    }
  }

  /// How many comparisons and constants the predicates inside have.
  var leafCount: Int {
    switch self {
    case .constant, .key, .evaluatedObject, .variable, .placeholder: 0
    case .path(let base, _): base.leafCount
    case .aggregate(let parts), .function(_, let parts): parts.reduce(0) { $0 + $1.leafCount }
    case .subquery(let collection, _, let node): collection.leafCount + node.leafCount
    case .conditional(let node, let first, let second): node.leafCount + first.leafCount + second.leafCount
    }
  }
}

extension PredicateNode {
  /// How many comparisons and constants there are, those in subqueries and alternatives among them.
  var leafCount: Int {
    switch self {
    case .constant: 1
    case .comparison(let comparison): 1 + comparison.left.leafCount + comparison.right.leafCount
    case .not(let part): part.leafCount
    case .and(let parts), .or(let parts): parts.reduce(0) { $0 + $1.leafCount }
    }
  }
}
