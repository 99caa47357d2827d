import JSON
import JSONRPC
import Spelling
import Testing

@Suite struct ShapeTests {
  struct Inner: WireShape, Equatable {
    var flag: Bool

    static let shape = Shape(Self.init(flag:), Field("flag", "A flag.") { $0.flag })
  }

  struct Outer: WireShape {
    var count: Int64
    var name: String?
    var limit: Int
    var color: Color?
    var inner: [Inner]?
    var any: JSONValue?
    var map: WireMap<Int>?

    static let shape = Shape(
      Self.init(count:name:limit:color:inner:any:map:),
      Field("count", "How many.") { $0.count },
      Field("name", "Its name.") { $0.name },
      Field("limit", "At most.", default: 10) { $0.limit },
      Field("color", "Its color.") { $0.color },
      Field("inner", "Parts.") { $0.inner },
      Field("any", "Anything.") { $0.any },
      Field("map", "Numbers by name.") { $0.map })
  }

  enum Color: String, WireEnum { case red, blue }

  struct Tolerant: WireShape {
    var name: String

    static let shape = Shape(Self.init(name:), Field("name", "Its name.") { $0.name })
      .ignoringUnknownMembers()
  }

  func read<Value: WireType>(_ type: Value.Type, _ text: String) throws(RPCError) -> String {
    let value = try params(text).read(as: type)
    var writer = JSONWriter()
    value.write(to: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// The params of a message, as whoever dispatches it gets them.
  func params(_ text: String) -> RawParams {
    let message = Message(Array(#"{"jsonrpc":"2.0","method":"m","params":\#(text)}"#.utf8)[...])
    guard case .single(.request(_, _, let params)) = message else { fatalError("\(text) makes no request") }
    return params
  }

  static let good: [(String, String)] = [
    (#"{"count":5}"#, #"{"count":5,"limit":10}"#),
    (#" { "count" : 5.0 , "limit":5e0 } "#, #"{"count":5,"limit":5}"#),
    (#"{"count":1,"limit":null,"name":null}"#, #"{"count":1,"limit":10}"#),
    (
      #"{"inner":[ {"flag":true} , {"flag":false} ],"name":"\u00e9","count":-1}"#,
      #"{"count":-1,"name":"é","limit":10,"inner":[{"flag":true},{"flag":false}]}"#
    ),
    (#"{"count":1,"color":"blue","inner":[]}"#, #"{"count":1,"limit":10,"color":"blue","inner":[]}"#),
    (
      "{\"count\":1,\"any\":{\"b\":[1.0,null]},\"map\":{\"\u{E9}\":1,\"e\u{301}\":2}}",
      "{\"count\":1,\"limit\":10,\"any\":{\"b\":[1.0,null]},\"map\":{\"\u{E9}\":1,\"e\u{301}\":2}}"
    ),
    (#"{"co\u0075nt":1}"#, #"{"count":1,"limit":10}"#),
  ]

  @Test(arguments: good)
  func `members are read and written in the order of the shape`(_ text: String, _ expected: String) throws {
    #expect(try read(Outer.self, text) == expected)
  }

  struct Fault: Sendable, CustomTestStringConvertible {
    var text: String
    var pointer: String
    var expected: String?
    var nearest: String?

    var testDescription: String { text }
  }

  static let integer = "an integer"
  static let faults: [Fault] = [
    Fault(text: "{}", pointer: "/params", expected: "a member \"count\""),
    Fault(text: #"{"count":"5"}"#, pointer: "/params/count", expected: integer),
    Fault(text: #"{"count":1.5}"#, pointer: "/params/count", expected: integer),
    Fault(
      text: #"{"count":9223372036854775808}"#, pointer: "/params/count",
      expected: integer + " of at most 64 bits"),
    Fault(text: #"{"count":null}"#, pointer: "/params/count", expected: integer),
    Fault(text: #"{"count":1,"name":5}"#, pointer: "/params/name", expected: "a string"),
    Fault(
      text: #"{"count":1,"color":"green"}"#, pointer: "/params/color", expected: #"one of "red", "blue""#),
    Fault(text: #"{"count":1,"color":1}"#, pointer: "/params/color", expected: #"one of "red", "blue""#),
    Fault(text: #"{"count":1,"inner":{}}"#, pointer: "/params/inner", expected: "an array"),
    Fault(text: #"{"count":1,"inner":[{"flag":true},7]}"#, pointer: "/params/inner/1", expected: "an object"),
    Fault(
      text: #"{"count":1,"inner":[{"flag":1}]}"#, pointer: "/params/inner/0/flag", expected: "true or false"),
    Fault(text: #"{"count":1,"inner":[{}]}"#, pointer: "/params/inner/0", expected: "a member \"flag\""),
    Fault(text: #"{"count":1,"inner":[{"flog":true}]}"#, pointer: "/params/inner/0/flog", nearest: "flag"),
    Fault(text: #"{"cuont":1}"#, pointer: "/params/cuont", nearest: "count"),
    Fault(text: #"{"count":1,"a/b~c":1}"#, pointer: "/params/a~1b~0c"),
    Fault(text: #"{"count":1,"map":{"x/y":""}}"#, pointer: "/params/map/x~1y", expected: integer),
    Fault(text: "7", pointer: "/params", expected: "an object with members by name"),
  ]

  @Test(arguments: faults)
  func `a fault names its place`(_ fault: Fault) throws {
    let error = #expect(throws: RPCError.self) { try read(Outer.self, fault.text) }
    let details = try #require(error?.details)
    #expect(error?.code == -32602)
    #expect(error?.kind == "invalidParams")
    #expect(details["pointer"] == .string(fault.pointer))
    #expect(details["expected"] == fault.expected.map(JSONValue.string))
    #expect(details["nearest"] == fault.nearest.map(JSONValue.string))
  }

  @Test func `a tolerant shape skips what it does not know`() throws {
    #expect(try read(Tolerant.self, #"{"x":[1,{"y":2}],"name":"n","z":null}"#) == #"{"name":"n"}"#)
    #expect(Tolerant.schema.keywords["additionalProperties"] == nil)
  }

  @Test func `the schema says what the reader does`() {
    #expect(
      Outer.schema.value.text
        == #"{"type":"object","properties":{"count":{"type":"integer","description":"How many."},"#
        + #""name":{"type":"string","description":"Its name."},"#
        + #""limit":{"type":"integer","description":"At most.","default":10},"#
        + #""color":{"type":"string","enum":["red","blue"],"description":"Its color."},"#
        + #""inner":{"type":"array","items":{"type":"object","properties":{"flag":{"type":"boolean","#
        + #""description":"A flag."}},"required":["flag"],"additionalProperties":false},"description":"Parts."},"#
        + #""any":{"description":"Anything."},"#
        + #""map":{"type":"object","additionalProperties":{"type":"integer"},"description":"Numbers by name."}},"#
        + #""required":["count"],"additionalProperties":false}"#)
  }

  @Test func `one member is found without reading the others`() {
    let params = params(#"{"a":{"context":"no"},"context":"main","b":1}"#)
    #expect(params.member("context").map { String(decoding: $0.bytes, as: UTF8.self) } == "\"main\"")
    #expect(params.member("c") == nil)
    #expect(self.params("null").member("context") == nil)
    #expect(self.params("[1]").member("context") == nil)
  }

  static let names: [(String, String?)] = [
    ("task.ad", "task.add"), ("TASK.ADD", "task.add"), ("taks.add", "task.add"),
    ("contxt.save", "context.save"),
    ("frobnicate", nil), ("", nil), ("t", nil),
  ]

  @Test(arguments: names)
  func `the nearest name is the one that was meant`(_ name: String, _ expected: String?) {
    #expect(NearestName.of(name, in: ["task.get", "task.add", "context.save"]) == expected)
  }

  @Test func `an endless name is not compared`() {
    #expect(NearestName.of(String(repeating: "a", count: 1_000_000), in: ["a"]) == nil)
  }
}
