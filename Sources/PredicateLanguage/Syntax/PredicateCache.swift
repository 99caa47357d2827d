import Synchronization

/// Trees of predicate texts that came before: the same few come again and again.
///
/// ```
/// let cache = PredicateCache()
/// let open = try cache.tree(of: "finished == NO AND date < %@")      // read
/// let again = try cache.tree(of: "finished == NO AND date < %@")     // found
/// ```
public final class PredicateCache: Sendable {
  /// Texts kept; past it all are forgotten.
  public static let limit = 256
  /// Bytes of the longest text kept.
  public static let textLimit = 4_096

  private let trees = Mutex<[String: ParsedPredicate]>([:])

  /// Nothing yet.
  public init() {}

  /// The tree of a text, with its placeholders.
  ///
  /// - Throws: as `PredicateNode.init(parsing:limits:)`.
  public func tree(of text: String) throws(PredicateTextError) -> ParsedPredicate {
    // Canonically equivalent texts are one key but not one predicate, so only ASCII is kept.
    guard text.utf8.count <= Self.textLimit, text.utf8.allSatisfy({ $0 < 0x80 }) else {
      return try ParsedPredicate(parsing: text)
    }
    if let known = trees.withLock({ $0[text] }) { return known }
    let tree = try ParsedPredicate(parsing: text)
    trees.withLock { trees in
      if trees.count >= Self.limit { trees.removeAll() }
      trees[text] = tree
    }
    return tree
  }
}
