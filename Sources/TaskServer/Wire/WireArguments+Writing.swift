import FoundationEssentials
import JSON
import PredicateLanguage

extension WireArguments {
  /// A value as the argument it could be given as; nil for what JSON cannot say (infinities, dates beyond any
  /// calendar).
  static func json(_ value: PredicateValue) -> JSONValue? {
    switch value {
    case .null: return .null
    case .boolean(let truth): return .bool(truth)
    case .integer(let number): return .integer(number)
    case .double(let number): return JSONNumber(number).map { .number($0) }
    case .string(let text): return .string(text)
    case .decimal(let number): return TaggedValue.decimal.json(number.description)
    case .date(let seconds): return date(seconds).map { TaggedValue.date.json($0) }
    case .uuid(let uuid): return TaggedValue.uuid.json(uuid.uuidString)
    case .url(let text): return TaggedValue.url.json(text)
    case .data(let bytes): return TaggedValue.data.json(Base64.encode(bytes.span))
    case .objectID(let objectID): return TaggedValue.objectID.json(objectID.uri)
    case .list(let values):
      let elements = values.compactMap { json($0) }
      return elements.count == values.count ? .array(elements) : nil
    }
  }

  private static func date(_ seconds: Double) -> String? {
    var writer = JSONWriter()
    writer.write(date: seconds)
    return (try? JSONValue(parsing: writer.bytes.span))?.string
  }
}
