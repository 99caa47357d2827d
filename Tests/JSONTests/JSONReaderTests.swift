import JSON
import Testing

/// What both ways of reading must say about a text: the tree's error is the validator's.
func check(
  _ bytes: [UInt8], _ expected: JSONError?, sourceLocation: SourceLocation = #_sourceLocation
) {
  let parsed = Result { () throws(JSONError) in try JSONValue(parsing: bytes.span) }
  let validated = Result { () throws(JSONError) in try JSONScanner.validate(bytes.span) }
  #expect(parsed.failure == expected, sourceLocation: sourceLocation)
  #expect(validated.failure == expected, sourceLocation: sourceLocation)
}

extension Result {
  fileprivate var failure: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}

@Suite struct JSONReaderTests {
  struct Refusal: Sendable, CustomTestStringConvertible {
    var text: String
    var kind: JSONError.Kind
    var offset: Int

    init(_ text: String, _ kind: JSONError.Kind, _ offset: Int) {
      self.text = text
      self.kind = kind
      self.offset = offset
    }

    var testDescription: String { text }
  }

  static let refusals: [Refusal] = [
    Refusal("", .unexpectedEnd, 0),
    Refusal("  ", .unexpectedEnd, 2),
    Refusal("{", .unexpectedEnd, 1),
    Refusal("[", .unexpectedEnd, 1),
    Refusal("[1", .unexpectedEnd, 2),
    Refusal("[1,", .unexpectedEnd, 3),
    Refusal(#"{"a""#, .unexpectedEnd, 4),
    Refusal(#"{"a":"#, .unexpectedEnd, 5),
    Refusal(#"{"a":1"#, .unexpectedEnd, 6),
    Refusal("\"abc", .unexpectedEnd, 4),
    Refusal("\"abc\\", .unexpectedEnd, 5),
    Refusal("\"\\u12", .unexpectedEnd, 5),
    Refusal("tru", .unexpectedEnd, 3),
    Refusal("-", .unexpectedEnd, 1),
    Refusal("1.", .unexpectedEnd, 2),
    Refusal("1e", .unexpectedEnd, 2),
    Refusal("1e+", .unexpectedEnd, 3),
    Refusal("x", .unexpectedByte, 0),
    Refusal("nul1", .unexpectedByte, 3),
    Refusal("True", .unexpectedByte, 0),
    Refusal("NaN", .unexpectedByte, 0),
    Refusal("[1 2]", .unexpectedByte, 3),
    Refusal("[,1]", .unexpectedByte, 1),
    Refusal("[1,,2]", .unexpectedByte, 3),
    Refusal("{1:2}", .unexpectedByte, 1),
    Refusal("{'a':2}", .unexpectedByte, 1),
    Refusal(#"{"a" 1}"#, .unexpectedByte, 5),
    Refusal(#"{"a":1 "b":2}"#, .unexpectedByte, 7),
    Refusal("[1}", .unexpectedByte, 2),
    Refusal("[/*x*/1]", .unexpectedByte, 1),
    Refusal("[1,]", .trailingComma, 2),
    Refusal(#"{"a":1 , }"#, .trailingComma, 7),
    Refusal("1 2", .trailingContent, 2),
    Refusal("{}}", .trailingContent, 2),
    Refusal("01", .invalidNumber, 0),
    Refusal("[-01]", .invalidNumber, 1),
    Refusal("-x", .invalidNumber, 1),
    Refusal("+1", .invalidNumber, 0),
    Refusal(".5", .invalidNumber, 0),
    Refusal("1.e5", .invalidNumber, 2),
    Refusal("1ex", .invalidNumber, 2),
    Refusal("0x10", .trailingContent, 1),
    Refusal("\"a\u{1}\"", .controlCharacter, 2),
    Refusal("\"a\nb\"", .controlCharacter, 2),
    Refusal("\"\\x\"", .invalidEscape, 1),
    Refusal("\"é\\u12g4\"", .invalidEscape, 3),
    Refusal("\"\\ud800\"", .loneSurrogate, 1),
    Refusal("\"\\udc00\"", .loneSurrogate, 1),
    Refusal("\"\\ud800\\ud800\"", .loneSurrogate, 1),
    Refusal("\"\\ud800\\n\"", .loneSurrogate, 1),
    Refusal(#"{"\udc00":1}"#, .loneSurrogate, 2),
    Refusal("\u{FEFF}{}", .byteOrderMark, 0),
    Refusal("[\u{FEFF}]", .unexpectedByte, 1),
  ]

  @Test(arguments: refusals)
  func `a fault is refused with its kind and place`(_ refusal: Refusal) {
    check(Array(refusal.text.utf8), JSONError(refusal.kind, at: refusal.offset))
  }

  static let badEncodings: [([UInt8], JSONError.Kind, Int)] = [
    ([0x22, 0xC0, 0xAF, 0x22], .invalidUTF8, 1),
    ([0x22, 0x61, 0xED, 0xA0, 0x80, 0x22], .invalidUTF8, 2),
    ([0x22, 0xE0, 0x80, 0x80, 0x22], .invalidUTF8, 1),
    ([0x22, 0xF0, 0x80, 0x80, 0x80, 0x22], .invalidUTF8, 1),
    ([0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], .invalidUTF8, 1),
    ([0x22, 0xE2, 0x82, 0x22], .invalidUTF8, 1),
    ([0x22, 0xE2, 0x82], .invalidUTF8, 1),
    ([0x22, 0x80, 0x22], .invalidUTF8, 1),
    ([0x22, 0xFF, 0x22], .invalidUTF8, 1),
    ([0xFF, 0xFE, 0x5B, 0x00], .otherEncoding, 0),
    ([0xFE, 0xFF, 0x00, 0x5B], .otherEncoding, 0),
    ([0x5B, 0x00, 0x5D, 0x00], .otherEncoding, 0),
    ([0x00, 0x5B, 0x00, 0x5D], .otherEncoding, 0),
    ([0xFF], .unexpectedByte, 0),
  ]

  @Test(arguments: badEncodings)
  func `bytes that are not UTF-8 are refused`(_ bytes: [UInt8], _ kind: JSONError.Kind, _ offset: Int) {
    check(bytes, JSONError(kind, at: offset))
  }

  @Test(arguments: ["[", "{\"a\":", "[{\"a\":"])
  func `nesting stops at its limit`(_ opening: String) throws {
    let levels = opening == "[{\"a\":" ? 2 : 1
    let closing = String(opening.reversed().compactMap { ["[": "]", "{": "}"][$0] }.joined())
    let count = JSONScanner.maximumDepth / levels
    let deepest = String(repeating: opening, count: count) + "1" + String(repeating: closing, count: count)
    check(Array(deepest.utf8), nil)
    let tooDeep = String(repeating: opening, count: count + 1) + "1"
    check(Array(tooDeep.utf8), JSONError(.tooDeep, at: opening.utf8.count * count))
    check(
      Array(String(repeating: opening, count: 100_000).utf8),
      JSONError(.tooDeep, at: opening.utf8.count * count))
  }

  @Test func `keys in two Unicode forms are two keys`() throws {
    let object = try #require(try JSONValue(parsing: "{\"\u{E9}\":1,\"e\u{301}\":2}").object)
    #expect(object.count == 2)
    #expect(object["\u{E9}"] == 1)
    #expect(object["e\u{301}"] == 2)
  }

  /// A text with the place of its first key that its object has already.
  static let repetitions: [(String, [String]?)] = [
    (#"{"a":1,"b":2,"A":3}"#, nil),
    (#"{"a":1,"a":2}"#, ["a"]),
    (#"{"a":1,"\u0061":2}"#, ["a"]),
    (#"{"b":{"c":1,"c":2}}"#, ["b", "c"]),
    (#"{"":1,"":2}"#, [""]),
    (#"[0,{"x":[{"y":1},{"y":1,"z":0,"y":1}]}]"#, ["1", "x", "1", "y"]),
    (#"{"a":1,"b":1,"b":2,"a":2}"#, ["b"]),
    (#"{"a":{"a":1},"b":[{"a":1},{"a":2}]}"#, nil),
    ("{\"\u{E9}\":1,\"e\u{301}\":2}", nil),
    ("5", nil),
  ]

  @Test(arguments: repetitions)
  func `a duplicate key is read, kept and found`(_ text: String, _ path: [String]?) throws {
    check(Array(text.utf8), nil)
    let value = try JSONValue(parsing: text)
    #expect(value.pathToDuplicateKey == path)
    #expect(try JSONValue(parsing: value.text).pathToDuplicateKey == path)
  }

  @Test func `of a duplicate key the last counts`() throws {
    let object = try #require(try JSONValue(parsing: #"{"a":1,"b":2,"a":3}"#).object)
    #expect(object.count == 3)
    #expect(object["a"] == 3)
  }

  @Test func `a duplicate among many keys is found`() throws {
    let members = (0..<1000).map { "\"key\($0)\":\($0)" }.joined(separator: ",")
    #expect(try JSONValue(parsing: "{\(members)}").pathToDuplicateKey == nil)
    #expect(
      try JSONValue(parsing: "{\(members),\"key501\":0,\"\\u006bey500\":0}").pathToDuplicateKey
        == ["key501"])
  }

  static let strings: [(String, String)] = [
    (#""""#, ""),
    (#""abc""#, "abc"),
    (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
    (#""\u0041\u00e9\u20AC""#, "Aé€"),
    (#""x\u0000y""#, "x\0y"),
    (#""\ud834\udd1e\uDBFF\uDFFF""#, "\u{1D11E}\u{10FFFF}"),
    ("\"é\u{2028}\u{1F600}\u{7F}\"", "é\u{2028}\u{1F600}\u{7F}"),
    (#""e\u0301""#, "e\u{301}"),
  ]

  @Test(arguments: strings)
  func `strings are decoded`(_ text: String, _ expected: String) throws {
    let value = try #require(try JSONValue(parsing: text).string)
    #expect(Array(value.unicodeScalars) == Array(expected.unicodeScalars))
  }

  @Test func `white space is space, tab, LF and CR`() throws {
    #expect(try JSONValue(parsing: " \t\r\n[ 1 ,\n{ \"a\" : null } ] \n") == [1, ["a": nil]])
    check(Array("\u{C}1".utf8), JSONError(.unexpectedByte, at: 0))
    check(Array("\u{A0}1".utf8), JSONError(.unexpectedByte, at: 0))
  }
}
