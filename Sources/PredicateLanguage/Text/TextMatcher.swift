/// A string operator with its right side, prepared for many left sides.
public enum TextMatcher: Sendable, Hashable {
  /// The whole text is equal.
  case equal(FoldedNeedle)
  /// A part of the text is equal.
  case contains(FoldedNeedle)
  /// The start of the text is equal.
  case beginsWith(FoldedNeedle)
  /// The end of the text is equal.
  case endsWith(FoldedNeedle)
  /// The whole text fits the pattern.
  case like(LikePattern)
  /// The whole text fits the regular expression.
  case matches(RegularExpression)

  /// Prepares an operator; nil for operators that do not compare text with text, and for a regular expression that
  /// cannot be read, which no text fits.
  public init?(_ operator: ComparisonOperator, _ pattern: Span<UInt8>, options: StringOptions) {
    switch `operator` {
    case .equal: self = .equal(FoldedNeedle(pattern, options: options))
    case .contains: self = .contains(FoldedNeedle(pattern, options: options))
    case .beginsWith: self = .beginsWith(FoldedNeedle(pattern, options: options))
    case .endsWith: self = .endsWith(FoldedNeedle(pattern, options: options))
    case .like: self = .like(LikePattern(pattern, options: options))
    case .matches:
      guard let expression = try? RegularExpression(pattern, options: options) else { return nil }
      self = .matches(expression)
    default: return nil
    }
  }

  /// Prepares an operator; nil where the other initializer says so.
  public init?(_ operator: ComparisonOperator, _ pattern: String, options: StringOptions) {
    self.init(`operator`, pattern.utf8Span.span, options: options)
  }

  /// Says whether `text operator pattern` holds.
  /// - Complexity: O(text), but see `LikePattern.matches` for `?` and `RegularExpression.matches`; no allocation if the text is ASCII, except
  ///   for a `?` between two asterisks.
  public func matches(_ text: Span<UInt8>) -> Bool {
    switch self {
    case .equal(let needle): needle.isEqual(to: text)
    case .contains(let needle): needle.isContained(in: text)
    case .beginsWith(let needle): needle.isPrefix(of: text)
    case .endsWith(let needle): needle.isSuffix(of: text)
    case .like(let pattern): pattern.matches(text)
    case .matches(let expression): expression.matches(text)
    }
  }

  /// Says whether `text operator pattern` holds.
  public func matches(_ text: String) -> Bool {
    matches(text.utf8Span.span)
  }
}
