/// The elements of a constant list, made ready to be asked for one value after another.
///
/// They are hashed in a form in which exact equality is the language's: whole numbers as integers, text folded.
struct ElementSet: Sendable {
  private let elements: Set<PredicateValue>
  private let folding: StringOptions

  /// Nil for lists of lists, and where asking the only element costs less.
  init?(_ elements: [PredicateValue], options: StringOptions) {
    guard elements.count > 1, !elements.contains(where: { $0.kind == .list }) else { return nil }
    let folding = options.folding
    self.folding = folding
    self.elements = Set(elements.map { Self.normalized($0, folding) })
  }

  /// Whether a value equals one of the elements.
  /// - Complexity: O(value).
  func contains(_ value: PredicateValue) -> Bool { elements.contains(Self.normalized(value, folding)) }

  private static func normalized(_ value: PredicateValue, _ folding: StringOptions) -> PredicateValue {
    switch value {
    case .string(let text) where !folding.isEmpty: .string(StringComparison.folded(text, options: folding))
    case .url(let text) where !folding.isEmpty: .url(StringComparison.folded(text, options: folding))
    default: NumericValue.normalized(value)
    }
  }
}
