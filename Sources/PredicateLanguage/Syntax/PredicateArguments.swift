/// The values for `%` placeholders and `$` variables.
public struct PredicateArguments: Sendable, Hashable {
  /// Values for `%@`, `%K`, `%d` …, in their order in the text.
  public var positional: [PredicateValue]
  /// Values for `$NAME`, by the name without the dollar sign.
  public var named: [String: PredicateValue]

  /// Collects arguments.
  public init(_ positional: [PredicateValue] = [], named: [String: PredicateValue] = [:]) {
    self.positional = positional
    self.named = named
  }

  /// No arguments.
  public static let none = PredicateArguments()
}
