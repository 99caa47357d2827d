/// The letters in brackets after an operator: `==[cd]`.
///
/// Raw values are those of NSComparisonPredicate.Options.
public struct StringOptions: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt8

  /// Takes the bits as they are.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// `[c]`: letters are compared after full Unicode case folding.
  public static let caseInsensitive = StringOptions(rawValue: 1)
  /// `[d]`: combining marks are left out of the comparison.
  public static let diacriticInsensitive = StringOptions(rawValue: 2)
  /// `[n]`: both sides are known to be normalised; bytes are compared and `[c]`, `[d]` do nothing.
  public static let normalized = StringOptions(rawValue: 4)
  /// `[l]`: the rules of a locale.
  ///
  /// The locale is POSIX, whose order is that of the bytes, so this changes nothing.
  public static let localeSensitive = StringOptions(rawValue: 8)

  /// The letters of all options, in the order in which they are printed.
  static let letters: [(letter: Character, option: StringOptions)] = [
    ("c", .caseInsensitive), ("d", .diacriticInsensitive), ("n", .normalized), ("l", .localeSensitive),
  ]

  /// The letters of these options, as they stand between the brackets; empty for none.
  public var letters: String {
    String(Self.letters.filter { contains($0.option) }.map(\.letter))
  }

  /// The options that change how text is folded: none at all under `[n]`.
  public var folding: StringOptions {
    contains(.normalized) ? [] : intersection([.caseInsensitive, .diacriticInsensitive])
  }
}
