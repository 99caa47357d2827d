import ObjectGraph
import PredicateLanguage

/// How deep a predicate becomes as SQL, in open parentheses and unfinished operators.
///
/// SQLite's parser keeps about 100 of them and refuses more ("parser stack overflow"); a predicate may be
/// nested deeper. Many parts of one AND or OR are no problem, since they become a balanced tree.
enum PredicateNesting {
  /// The deepest SQL that is written; leaves room for the SELECT around it.
  static let limit = 60

  /// What an object is counted as, whose key and entity are compared.
  private static let object = 6

  /// What a path through relationships is counted as.
  private static let subquery = 18

  /// Counted a little too high rather than too low.
  static func depth(of node: PredicateNode<BoundKeyPath>) -> Int {
    switch node {
    case .constant: 1
    case .and(let parts), .or(let parts): depth(ofParts: parts.count) + (parts.map(depth(of:)).max() ?? 0)
    case .not(let part): 3 + depth(of: part)
    // A comparison below NOT is wrapped in coalesce(…, 0); BETWEEN in parentheses.
    case .comparison(let comparison):
      6 + max(depth(of: comparison.left), depth(of: comparison.right))
    }
  }

  private static func depth(of term: ValueTerm<BoundKeyPath>) -> Int {
    switch term {
    case .key(let path): path.steps.isEmpty ? (path.target == .object ? object : 1) : subquery
    case .constant, .evaluatedObject, .variable, .placeholder: 1
    case .aggregate(let elements):
      depth(ofParts: elements.count) + 4 + (elements.map(depth(of:)).max() ?? 0)
    case .function(_, let arguments): 3 + (arguments.map(depth(of:)).max() ?? 0)
    case .path, .subquery, .conditional: subquery
    }
  }

  /// The height of a balanced tree, at least one pair of parentheses and an operator a level.
  private static func depth(ofParts count: Int) -> Int {
    3 * (Int.bitWidth - max(count, 1).leadingZeroBitCount)
  }
}
