public import PredicateLanguage

/// What the values of an attribute must be like to be saved, besides being of its type.
///
/// A missing value breaks no rule; whether there must be one is `AttributeDescription.isOptional`. Source: Core
/// Data's validation predicates, as its model editor writes them.
public struct AttributeRules: Hashable, Sendable {
  /// The least number, or the earliest date, of the attribute's own type; `.null` for no bound.
  public var minimumValue: AttributeValue
  /// The greatest number, or the latest date, of the attribute's own type; `.null` for no bound.
  public var maximumValue: AttributeValue
  /// Fewest UTF-16 units of a string, which is what Core Data counts.
  public var minimumLength: Int?
  /// Most UTF-16 units of a string.
  public var maximumLength: Int?
  /// What the whole of a string must match, in ICU's notation; see `RegularExpression`.
  ///
  /// One that cannot be read is a complaint about the model. One with something that is not supported may be in a model,
  /// and every store refuses that model.
  public var regularExpression: String? {
    didSet { pattern = Self.pattern(regularExpression) }
  }
  /// The regular expression made ready; nil for none, and for one that cannot be.
  private(set) var pattern: RegularExpression?

  /// By default no rules.
  public init(
    minimumValue: AttributeValue = .null, maximumValue: AttributeValue = .null, minimumLength: Int? = nil,
    maximumLength: Int? = nil, regularExpression: String? = nil
  ) {
    self.minimumValue = minimumValue
    self.maximumValue = maximumValue
    self.minimumLength = minimumLength
    self.maximumLength = maximumLength
    self.regularExpression = regularExpression
    pattern = Self.pattern(regularExpression)
  }

  private static func pattern(_ text: String?) -> RegularExpression? {
    text.flatMap { try? RegularExpression($0) }
  }

  /// Whether there is no rule.
  public var isEmpty: Bool { self == AttributeRules() }
}
