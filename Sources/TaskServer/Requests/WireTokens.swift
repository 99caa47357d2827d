import JSON
import JSONRPC
import PredicateLanguage

/// The tokens of a predicate's text, as clients see them.
struct WireTokens: WireType {
  private let tokens: [PredicateToken]
  private let counter: PositionCounter

  init(of text: String, _ positions: PositionEncoding) {
    tokens = PredicateToken.all(in: text)
    counter = PositionCounter(text, positions)
  }

  static let schema = JSONSchema.array(
    of: .object([
      .init("kind", .oneOf(PredicateToken.Kind.allCases.map(\.rawValue)), isRequired: true),
      .init("range", WireRange.schema, isRequired: true),
    ]).described("A word or a sign of a predicate's text."))

  static func read(from reader: inout WireReader) throws(WireError) -> WireTokens {
    throw .expected("nothing: tokens are only sent")
  }

  func write(to writer: inout JSONWriter) {
    var counter = counter
    writer.beginArray()
    for token in tokens {
      writer.element()
      writer.beginObject()
      writer.key("kind")
      writer.write(token.kind.rawValue)
      writer.key("range")
      counter.range(token.range).write(to: &writer)
      writer.endObject()
    }
    writer.endArray()
  }
}
