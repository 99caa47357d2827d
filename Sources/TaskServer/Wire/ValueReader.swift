import FoundationEssentials
import JSON
import ObjectGraph
import PredicateLanguage

/// Reads one JSON value as a value of an attribute.
struct ValueReader {
  let settings: WireSettings

  /// The value; nil if the attribute cannot hold it.
  func read(_ json: JSONValue, as type: AttributeType) -> AttributeValue? {
    if case .null = json { return .null }
    switch type {
    case .integer16, .integer32, .integer64: return integer(json, type)
    case .decimal: return decimal(json).map { .decimal($0) }
    case .double: return double(json).map { .double($0) }
    case .float: return double(json).flatMap { Self.float($0) }
    case .string: return json.string.map { .string($0) }
    case .boolean: return boolean(json).map { .boolean($0) }
    case .date: return json.string.flatMap { date($0) }.map { .date($0) }
    case .uuid: return json.string.flatMap { UUID(uuidString: $0) }.map { .uuid($0) }
    case .uri: return json.string.map { .url($0) }
    case .binary: return json.string.flatMap { Base64.decode($0) }.map { .data($0) }
    case .transformable: return Transformable.encode(json).map { .data($0) }
    }
  }

  /// A date in any spelling of the contract, as seconds since 2001-01-01 UTC.
  func date(_ text: String) -> Double? {
    WireDate.parse(text) { settings.secondsSince1970($0) }
  }

  /// A decimal of at most 15 significant digits, from text or a number.
  func decimal(_ json: JSONValue) -> Decimal? {
    let number: JSONNumber?
    switch json {
    case .number(let value): number = value
    case .string(let text):
      guard case .number(let value)? = try? JSONValue(parsing: text) else { return nil }
      number = value
    default: number = nil
    }
    guard let number, number.significantDigitCount <= AttributeType.decimalDigits,
      let value = Decimal(string: number.text), value.isFinite, value.storedReal.isFinite
    else { return nil }
    return value
  }

  private func integer(_ json: JSONValue, _ type: AttributeType) -> AttributeValue? {
    let number: Int64?
    switch json {
    case .number(let value): number = value.int64
    case .string(let text): number = Self.plainInteger(text)
    default: number = nil
    }
    guard let number, type.integerRange?.contains(number) ?? false else { return nil }
    return .integer(number)
  }

  /// Decimal digits with an optional minus sign, as JSON writes integers.
  private static func plainInteger(_ text: String) -> Int64? {
    guard let value = Int64(text), String(value) == text else { return nil }
    return value
  }

  private func double(_ json: JSONValue) -> Double? {
    guard case .number(let number) = json, let value = number.double, value.isFinite else { return nil }
    return value
  }

  private static func float(_ value: Double) -> AttributeValue? {
    let rounded = Float(value)
    return rounded.isFinite ? .double(Double(rounded)) : nil
  }

  private func boolean(_ json: JSONValue) -> Bool? {
    switch json {
    case .bool(let truth): truth
    case .number(let number): number.int64 == 1 ? true : number.int64 == 0 ? false : nil
    default: nil
    }
  }
}

extension AttributeType {
  /// What a client has to send, in words.
  var wireExpectation: String {
    switch self {
    case .integer16, .integer32, .integer64:
      "an integer from \(integerRange?.lowerBound ?? 0) to \(integerRange?.upperBound ?? 0)"
    case .decimal: "a decimal of at most \(AttributeType.decimalDigits) significant digits, as a string or a number"
    case .double, .float: "a finite number"
    case .string, .uri: "a string"
    case .boolean: "true, false, 1 or 0"
    case .date: "a date such as 2026-12-01T09:00:00Z"
    case .uuid: "a UUID"
    case .binary: "base64"
    case .transformable: "any JSON value"
    }
  }
}
