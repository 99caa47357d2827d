import JSON
import ObjectGraph
import PredicateLanguage
import TaskServer
import Testing

@Suite struct WireTransformableTests {
  @Test(arguments: [
    "5", "1.0", "-0", "\"text\"", "true", "[]", "{}", #"[1,"a",null,{"b":[]}]"#,
    #"{"red":0.5,"green":1,"alpha":1e2}"#, #"{"z":1,"a":2}"#, "\"é\u{301}\"", #""\u2028\u0000\n""#,
    #"{"$data":"AAAA","more":1}"#, #"{"$date":"2026"}"#, "12345678901234567890123.4500",
  ])
  func `any JSON value comes back as it was written`(_ json: String) throws {
    try check(.transformable, json, gives: json)
  }

  @Test func `a value is stored as its text`() throws {
    #expect(
      try WireFixture(.transformable).read(#"{ "a" : [1, 2.0] }"#) == .data(Array(#"{"a":[1,2.0]}"#.utf8)))
    #expect(try WireFixture(.transformable).read("false") == .data(Array("false".utf8)))
  }

  @Test(
    arguments: [
      [], [0xFF, 0x00], Array("bplist00".utf8), Array("{".utf8), Array("[1,]".utf8), Array("1 2".utf8),
      Array(#"{"a":1,"a":2}"#.utf8), Array(#"{"$data":"AAAA"}"#.utf8), Array(#"{ "\u0024data" : 7 }"#.utf8),
      [0x22, 0xFF, 0x22],
    ] as [[UInt8]])
  func `bytes that are no JSON of ours come out in a tag and go in the same way`(_ bytes: [UInt8]) throws {
    let fixture = WireFixture(.transformable)
    let expected = #"{"$data":"\#(Base64.encode(bytes.span))"}"#
    let written = try fixture.written(.data(bytes))
    #expect(written == expected)
    #expect(try fixture.read(written) == .data(bytes))
  }

  @Test(arguments: [
    ("{\n  \"a\": 1\r\n}", #"{"a":1}"#), ("\"\u{2028}\"", #""\u2028""#), (" [1 , 2] ", "[1 , 2]"),
    ("\t5", "5"), ("\"$\"", "\"$\""), ("null", "null"),
  ])
  func `a text that others wrote never breaks a line`(_ stored: String, _ expected: String) throws {
    let written = try WireFixture(.transformable).written(.data(Array(stored.utf8)))
    #expect(!written.utf8.contains(0x0A) && !written.utf8.contains(0x0D))
    #expect(try JSONValue(parsing: written) == JSONValue(parsing: expected))
  }

  /// Arrays inside each other.
  private static func nested(_ depth: Int) -> String {
    String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
  }

  @Test func `a value that is nested too deeply for a message goes neither in nor out`() throws {
    let deepest = Self.nested(500)
    try check(.transformable, deepest, gives: deepest)
    let stored = Array(Self.nested(501).utf8)
    #expect(
      try WireFixture(.transformable).written(.data(stored)) == #"{"$data":"\#(Base64.encode(stored.span))"}"#
    )
    checkRefused(
      .transformable, Self.nested(501),
      expecting: #"any value nested at most 500 deep, or base64 in {"$data": …}"#, given: "an array")
  }

  @Test func `the deepest value can be read in the deepest message, a conflict in a batch`() throws {
    let client = try Conversation()
    let values = #"{"number": 1, "values": {"color": \#(Self.nested(500))}"#
    _ = try client.call("category.add", #"{"values": {"category": "A", "number": 1}, "save": true}"#)
    _ = try client.call("context.create", #"{"name": "other"}"#)
    _ = try client.call("category.update", values + "}")
    _ = try client.call("category.update", values + #", "context": "other", "save": true}"#)
    let reply = try #require(client.say(#"[{"jsonrpc": "2.0", "id": 1, "method": "context.save"}]"#).first)
    let conflict = try JSONValue(parsing: reply).array?.first?["error"]?["data"]?["conflicts"]?.array?.first
    #expect(conflict?["yours"]?["color"]?.text == Self.nested(500))
  }

  @Test func `a value that names a member twice is refused with its place`() {
    #expect(throws: ValueError.duplicateKey(pointer: "/params/values/value/a/1/b")) {
      try WireFixture(.transformable).read(#"{"a": [0, {"b": 1, "b": 1}]}"#)
    }
  }
}
