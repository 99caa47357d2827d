/// Any JSON value as a tree.
///
/// Equality is by bytes: "é" in its two Unicode forms are two strings, 1 and 1.0 two numbers. The order of
/// members does not count.
package enum JSONValue: Sendable {
  case null
  case bool(Bool)
  case number(JSONNumber)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)

  /// Reads one value with nothing but white space around it.
  ///
  /// - Complexity: O(n).
  package init(
    parsing bytes: Span<UInt8>, maximumDepth: Int = JSONScanner.maximumDepth
  ) throws(JSONError) {
    var scanner = JSONScanner(maximumDepth: maximumDepth)
    var position = 0
    try scanner.begin(bytes, &position)
    self = try scanner.readValue(bytes, &position)
    try scanner.end(bytes, &position)
  }

  /// Reads one value from text.
  package init(parsing text: String) throws(JSONError) {
    try self.init(parsing: Array(text.utf8).span)
  }

  /// A number that is an integer.
  package static func integer(_ value: Int64) -> JSONValue {
    .number(JSONNumber(value))
  }

  /// The text of a string; nil for other values.
  package var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The members of an object; nil for other values.
  package var object: JSONObject? {
    if case .object(let object) = self { object } else { nil }
  }

  /// The elements of an array; nil for other values.
  package var array: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// A number that is an integer in range, however it is written; nil for other values.
  package var int64: Int64? {
    if case .number(let number) = self { number.int64 } else { nil }
  }

  /// A member of an object; nil for other values.
  package subscript(key: String) -> JSONValue? {
    object?[key]
  }

  /// What a person calls this kind of value.
  package var kindName: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

extension JSONValue: Hashable {
  package static func == (one: JSONValue, other: JSONValue) -> Bool {
    switch (one, other) {
    case (.null, .null): true
    case (.bool(let one), .bool(let other)): one == other
    case (.number(let one), .number(let other)): one == other
    case (.string(let one), .string(let other)): one.isIdentical(to: other)
    case (.array(let one), .array(let other)): one == other
    case (.object(let one), .object(let other)): one == other
    default: false
    }
  }

  /// Strings with the same bytes are equivalent, so their own hash fits.
  package func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let value): hasher.combine(value)
    case .number(let number): hasher.combine(number)
    case .string(let text): hasher.combine(text)
    case .array(let elements): hasher.combine(elements)
    case .object(let object): hasher.combine(object)
    }
  }
}

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  package init(nilLiteral: ()) { self = .null }

  package init(booleanLiteral value: Bool) { self = .bool(value) }

  package init(integerLiteral value: Int64) { self = .integer(value) }

  package init(stringLiteral value: String) { self = .string(value) }

  package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

  /// A key that is written twice keeps its last value.
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    var object = JSONObject()
    for (key, value) in elements { object[key] = value }
    self = .object(object)
  }
}
