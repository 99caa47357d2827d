import FoundationEssentials
import JSON
import ObjectGraph
import PredicateLanguage

/// One attribute value as JSON: what each attribute type takes, and what it is written as.
///
/// | type | in | out |
/// |---|---|---|
/// | Integer 16, 32, 64 | integer or its decimal text, in range | integer; Integer 64 as text if agreed |
/// | Double, Float | number; a Float is rounded to the nearest | number, the shortest of its width |
/// | Decimal | text or number of at most 15 significant digits | text without trailing zeros |
/// | Boolean | true, false, 1, 0 | true, false |
/// | String, URI | string | the same bytes |
/// | Date | see `WireDate` | RFC 3339 in UTC |
/// | UUID | string in either case | upper-case string |
/// | Binary | base64 | base64 |
/// | Transformable | any value, or `{"$data": base64}` | the same |
enum ValueJSON {
  /// Reads a value; null is `.null` for every type.
  ///
  /// - Throws: `ValueMismatch` if it is not one of the type.
  static func read(
    _ json: JSONValue, as type: AttributeType, _ settings: WireSettings
  ) throws(ValueMismatch) -> AttributeValue {
    if case .null = json { return .null }
    if type == .date { return .date(try date(json, settings)) }
    guard let value = value(json, as: type) else { throw ValueMismatch(expected: expectation(of: type)) }
    return value
  }

  /// Reads seconds since 2001-01-01 UTC.
  ///
  /// - Throws: `ValueMismatch` also if a clock must be asked and there is none.
  static func date(_ json: JSONValue, _ settings: WireSettings) throws(ValueMismatch) -> Double {
    guard case .string(let text) = json, let date = WireDate(text) else {
      throw ValueMismatch(expected: expectation(of: .date))
    }
    do throws(TimeZoneError) {
      return try date.seconds { () throws(TimeZoneError) in try settings.clock() }
    } catch {
      throw ValueMismatch(expected: "a date with an offset, for there is no time zone \"\(error.name)\" here")
    }
  }

  private static func value(_ json: JSONValue, as type: AttributeType) -> AttributeValue? {
    switch type {
    case .integer16, .integer32, .integer64: integer(json, type).map { .integer($0) }
    case .double: double(json).map { .double($0) }
    case .float: float(json).map { .double(Double($0)) }
    case .decimal: DecimalJSON.read(json).map { .decimal($0) }
    case .boolean: boolean(json).map { .boolean($0) }
    case .string: json.string.map { .string($0) }
    case .uri: json.string.map { .url($0) }
    case .uuid: json.string.flatMap { UUIDText.uuid($0) }.map { .uuid($0) }
    case .binary: json.string.flatMap { Base64.decode($0) }.map { .data($0) }
    case .transformable: TransformableJSON.bytes(json).map { .data($0) }
    // Dates may need a clock and are read above.
    case .date: nil
    // Stores with attributes of these types are refused when they are added.
    case .undefined, .composite: nil
    }
  }

  private static func integer(_ json: JSONValue, _ type: AttributeType) -> Int64? {
    guard let range = type.integerRange else { return nil }
    let value = json.string.map { integer($0) } ?? json.int64
    return value.flatMap { range.contains($0) ? $0 : nil }
  }

  /// Reads an integer as JSON writes one: no plus sign, no zeros before it.
  static func integer(_ text: String) -> Int64? {
    let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
    guard let first = digits.first, (0x30...0x39).contains(first) else { return nil }
    if first == UInt8(ascii: "0"), digits.count > 1 { return nil }
    return Int64(text)
  }

  private static func double(_ json: JSONValue) -> Double? {
    if case .number(let number) = json { number.double } else { nil }
  }

  /// Rounds the text itself: by way of a double it would be rounded twice.
  private static func float(_ json: JSONValue) -> Float? {
    guard case .number(let number) = json, let value = Float(number.text), value.isFinite else { return nil }
    return value
  }

  private static func boolean(_ json: JSONValue) -> Bool? {
    if case .bool(let truth) = json { return truth }
    return switch json.int64 {
    case 0: false
    case 1: true
    default: nil
    }
  }

  /// What a type takes, in words.
  static func expectation(of type: AttributeType) -> String {
    switch type {
    case .integer16, .integer32, .integer64:
      type.integerRange.map { "an integer from \($0.lowerBound) to \($0.upperBound)" } ?? "an integer"
    case .double: "a number that a double can hold"
    case .float: "a number that a float can hold"
    case .decimal: DecimalJSON.expectation
    case .boolean: "true or false"
    case .string: "a string"
    case .date: "a date such as \"2026-12-01T09:00:00Z\", \"2026-12-01T09:00\" or \"2026-12-01\""
    case .uuid: "a UUID such as \"F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6\""
    case .uri: "a URI as a string"
    case .binary: "base64 with padding"
    case .transformable:
      "any value nested at most \(TransformableJSON.maximumDepth) deep, or base64 in {\"$data\": …}"
    // Stores with attributes of these types are refused when they are added.
    case .undefined, .composite: "null"
    }
  }
}
