import JSONRPC
import PredicateLanguage

/// A place in predicate text, as clients see it.
struct WireRange: WireShape {
  var start: Int
  var end: Int

  static let shape = Shape(
    Self.init(start:end:),
    Field("start", "Where it begins.") { $0.start },
    Field("end", "The position behind it.") { $0.end })
}

extension PositionCounter {
  /// A place in this client's positions.
  mutating func range(_ range: SourceRange) -> WireRange {
    WireRange(start: position(ofByte: range.start), end: position(ofByte: range.end))
  }
}
