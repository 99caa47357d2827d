import PredicateLanguage
import Synchronization

/// Trees of predicate texts that came before: clients send the same few again and again.
final class ParsedPredicates: Sendable {
  /// Texts kept; past it all are forgotten.
  static let limit = 256
  /// Bytes of the longest text kept.
  static let textLimit = 4_096

  private let trees = Mutex<[String: ParsedPredicate]>([:])

  /// The tree of a text, with its placeholders.
  ///
  /// - Throws: `PredicateTextError` with the place.
  func tree(of text: String) throws(PredicateTextError) -> ParsedPredicate {
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
