/// A sentence for people; `rendered(in:)` also shows the place.
extension PredicateTextError: CustomStringConvertible {
  /// The message and, if there is one, the hint.
  public var description: String { hint.map { "\(message) \($0)" } ?? message }
}
