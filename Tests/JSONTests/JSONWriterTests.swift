import JSON
import Testing

@Suite struct JSONWriterTests {
  func check(
    _ expected: String, sourceLocation: SourceLocation = #_sourceLocation,
    _ write: (inout JSONWriter) -> Void
  ) {
    var writer = JSONWriter()
    write(&writer)
    let text = String(decoding: writer.bytes, as: UTF8.self)
    #expect(text == expected, sourceLocation: sourceLocation)
  }

  static let strings: [(String, String)] = [
    ("", #""""#),
    ("plain / text", #""plain / text""#),
    ("a\"b\\c", #""a\"b\\c""#),
    ("\u{8}\u{C}\n\r\t\0\u{1F}\u{7F}", "\"\\b\\f\\n\\r\\t\\u0000\\u001f\u{7F}\""),
    ("x\u{2028}y\u{2029}z\u{85}w", #""x\u2028y\u2029z\u0085w""#),
    ("é€\u{1D11E}\u{86}\u{2027}\u{202A}", "\"é€\u{1D11E}\u{86}\u{2027}\u{202A}\""),
    ("e\u{301}", "\"e\u{301}\""),
  ]

  @Test(arguments: strings)
  func `a string is escaped as little as possible`(_ text: String, _ expected: String) {
    check(expected) { $0.write(text) }
    check(expected) { $0.write(utf8: Array(text.utf8).span) }
  }

  static let raw: [(String, String)] = [
    ("", ""),
    (#"{"a": [1, "b"]}"#, #"{"a": [1, "b"]}"#),
    ("\"x\u{2028}\u{2029}y\u{85}\"", #""x\u2028\u2029y\u0085""#),
    (
      "\"0123456789é€\u{1D11E}\u{86}\u{2027}\u{202A}\u{2028}\"",
      "\"0123456789é€\u{1D11E}\u{86}\u{2027}\u{202A}\\u2028\""
    ),
  ]

  @Test(arguments: raw)
  func `text that is JSON already is copied, but for line ends outside ASCII`(
    _ text: String, _ expected: String
  ) {
    check(expected) { $0.append(escapingLineEndsOf: Array(text.utf8).span) }
  }

  static let broken: [([UInt8], String)] = [
    ([0x61, 0xFF, 0x62], "\"a\u{FFFD}b\""),
    ([0xE2, 0x82], "\"\u{FFFD}\""),
    ([0xF0, 0x9F, 0x98, 0x41], "\"\u{FFFD}A\""),
    ([0xED, 0xA0, 0x80], "\"\u{FFFD}\u{FFFD}\u{FFFD}\""),
    ([0xC0, 0xAF, 0x22], "\"\u{FFFD}\u{FFFD}\\\"\""),
  ]

  @Test(arguments: broken)
  func `bytes that are not UTF-8 are replaced as Unicode advises`(_ bytes: [UInt8], _ expected: String) {
    check(expected) { $0.write(utf8: bytes.span) }
    #expect(
      String(decoding: bytes, as: UTF8.self) == expected.dropFirst().dropLast().replacing("\\\"", with: "\""))
  }

  @Test(arguments: [0, 1, 9, 10, -1, -10, 1_234_567_890, Int64.max, Int64.min])
  func `integers are written in decimal`(_ value: Int64) {
    check(String(value)) { $0.write(value) }
  }

  static let doubles: [(Double, String)] = [
    (3, "3.0"), (0, "0.0"), (-0.0, "-0.0"), (0.1, "0.1"), (1e20, "1e+20"), (.leastNonzeroMagnitude, "5e-324"),
    (.infinity, "null"), (.nan, "null"),
  ]

  @Test(arguments: doubles)
  func `doubles are written shortest`(_ value: Double, _ expected: String) {
    check(expected) { $0.write(value) }
  }

  @Test func `random doubles read back as themselves`() throws {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<1000 {
      let value = Double(bitPattern: generator.next())
      guard value.isFinite else { continue }
      var writer = JSONWriter()
      writer.write(value)
      guard case .number(let number) = try JSONValue(parsing: writer.bytes.span) else { return }
      #expect(number.double?.bitPattern == value.bitPattern, "\(value.bitPattern)")
    }
  }

  @Test func `commas stand where they must`() {
    check(#"{"a":[],"b":[1,{"c":null}],"d":{}}"#) { writer in
      writer.beginObject()
      writer.key("a")
      writer.beginArray()
      writer.endArray()
      writer.key("b")
      writer.beginArray()
      writer.element()
      writer.write(1)
      writer.element()
      writer.beginObject()
      writer.key("c")
      writer.writeNull()
      writer.endObject()
      writer.endArray()
      writer.key("d")
      writer.beginObject()
      writer.endObject()
      writer.endObject()
    }
  }

  @Test func `a tree is written as it was read`() throws {
    let text = #"{"b":[1,1.0,-0,1e400,"é"],"a":{"":null,"x":[true,false,{}]}}"#
    #expect(try JSONValue(parsing: text).text == text)
  }

  /// Plain bytes are moved over eight at a time: every special byte must be seen at every place of a word.
  @Test(arguments: ["\"", "\\", "\n", "\u{1F}", "\u{7F}", "\u{80}", "é", "€", "😀", "\u{2028}"])
  func `a special character is seen wherever it stands`(_ special: String) throws {
    for before in 0..<20 {
      for after in 0..<12 {
        let text = String(repeating: "~", count: before) + special + String(repeating: " ", count: after)
        var writer = JSONWriter()
        writer.write(text)
        #expect(try JSONValue(parsing: writer.bytes.span) == .string(text))
        let raw = "\"" + String(repeating: "~", count: before) + "\u{1}" + special + "\""
        #expect(throws: JSONError(.controlCharacter, at: before + 1)) { try JSONValue(parsing: raw) }
      }
    }
  }
}
