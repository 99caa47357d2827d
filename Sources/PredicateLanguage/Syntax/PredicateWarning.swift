/// Something in a well-formed predicate that probably does not mean what it was written for.
public struct PredicateWarning: Hashable, Sendable {
  /// One sentence for a person.
  public let message: String
  /// The place in the text.
  public let range: SourceRange
  /// How to write what was probably meant.
  public let hint: String
}

extension PredicateNode where Key == PropertyPath {
  /// Looks for the known traps: SQL's wildcards in LIKE, placeholders in quotes.
  /// - Returns: warnings from left to right; empty for most predicates.
  public var warnings: [PredicateWarning] {
    var warnings: [PredicateWarning] = []
    forEachComparison { comparison in
      for side in [comparison.left, comparison.right] {
        side.forEachTerm { term in
          guard case .constant(.string(let text), let range) = term else { return }
          if let warning = Self.placeholderWarning(text, range) { warnings.append(warning) }
        }
      }
      if comparison.operator == .like, case .constant(.string(let pattern), let range) = comparison.right,
        let warning = Self.wildcardWarning(pattern, range)
      {
        warnings.append(warning)
      }
    }
    return warnings
  }

  private static func placeholderWarning(_ text: String, _ range: SourceRange) -> PredicateWarning? {
    guard sameBytes(text, "%@") || sameBytes(text, "%K") else { return nil }
    return PredicateWarning(
      message: "In quotes, \(text) is text and no placeholder.", range: range, hint: "Leave the quotes out.")
  }

  private static func wildcardWarning(_ pattern: String, _ range: SourceRange) -> PredicateWarning? {
    let bytes = pattern.utf8
    let percent = UInt8(ascii: "%")
    guard bytes.first == percent || bytes.last == percent else { return nil }
    guard !bytes.contains(where: { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "?") }) else { return nil }
    return PredicateWarning(
      message: "In LIKE, % is a plain character.", range: range,
      hint: "The wildcards are * and ?; or write CONTAINS, BEGINSWITH, ENDSWITH.")
  }
}
