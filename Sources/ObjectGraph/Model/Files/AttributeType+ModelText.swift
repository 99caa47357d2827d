import FoundationEssentials
import JSON
import PredicateLanguage

/// Values as model files write them, in both notations: a default, a minimum, a maximum.
extension AttributeType {
  /// The type that the model editor calls so; nil for any other name.
  init?(modelName: String) {
    guard let type = Self.allCases.first(where: { $0.name == modelName }) else { return nil }
    self = type
  }

  /// Reads a value; nil if the text stands for none of this type.
  ///
  /// Dates are seconds since 2001-01-01 UTC, Booleans YES and NO, Binary is base64.
  func value(ofModelText text: String) -> AttributeValue? {
    let value: AttributeValue? =
      switch self {
      case .integer16, .integer32, .integer64: Self.integer(text).map { .integer($0) }
      case .decimal: DecimalText.decimal(text).map { .decimal($0) }
      case .double: Self.double(text).map { .double($0) }
      case .float: Self.double(text).map { .double(Double(Float($0))) }
      case .string: .string(text)
      case .boolean: Self.truths[text.lowercased()].map { .boolean($0) }
      case .date: Self.double(text).map { .date($0) }
      case .binary, .transformable: Base64.decode(text).map { .data($0) }
      case .uuid: UUIDText.uuid(text).map { .uuid($0) }
      case .uri: .url(text)
      case .undefined, .composite: nil
      }
    return value.flatMap { accepts($0) ? $0 : nil }
  }

  private static let truths = [
    "yes": true, "no": false, "true": true, "false": false, "1": true, "0": false,
  ]

  /// The editor keeps `0.0` when the type of an attribute becomes an integer.
  private static func integer(_ text: String) -> Int64? {
    Int64(text) ?? double(text).flatMap { Int64(exactly: $0) }
  }

  /// Digits, sign, point and exponent alone: neither hexadecimal nor `nan`.
  private static func double(_ text: String) -> Double? {
    text.utf8.allSatisfy { $0 &- 0x30 < 10 || "+-.eE".utf8.contains($0) } ? Double(text) : nil
  }
}

extension PredicateValue {
  /// The value as model files write it; nil for what no attribute holds.
  var modelText: String? {
    switch self {
    case .boolean(let truth): truth ? "YES" : "NO"
    case .integer(let number): String(number)
    case .double(let number), .date(let number): number.description
    case .decimal(let number): number.description
    case .string(let text), .url(let text): text
    case .uuid(let uuid): uuid.text
    case .data(let bytes): Base64.encode(bytes.span)
    case .null, .objectID, .list: nil
    }
  }
}
