import Foundation
import JSON
import JSONRPC
import Testing
import TestSupport

private let examples = SharedFiles.url("data/rpc/jsonrpc20-spec.json")

/// What the examples of JSON-RPC 2.0 §7 show, with methods that take params by position too.
@Suite struct SpecificationTests {
  static let cases: [(claim: String, input: String, output: String?)] = [
    ("params by position", call("subtract", "[50,8]", id: "1"), result("42", id: "1")),
    ("their order counts", call("subtract", "[8,50]", id: "2"), result("-42", id: "2")),
    ("params by name", call("subtract", #"{"subtrahend":8,"minuend":50}"#, id: "3"), result("42", id: "3")),
    ("in any order", call("subtract", #"{"minuend":50,"subtrahend":8}"#, id: "4"), result("42", id: "4")),
    ("a notification is not answered", call("update", "[1,2,3]"), nil),
    ("not even if nobody knows it", call("nobody"), nil),
    ("an unknown method", call("nobody", id: #""1""#), error(-32601, id: #""1""#)),
    ("no JSON", #"{"jsonrpc": "2.0", "method": "nobody, "params": "x", "y]"#, error(-32700)),
    ("JSON that is no request", #"{"jsonrpc": "2.0", "method": 1, "params": "x"}"#, error(-32600)),
    (
      "a batch that is no JSON", #"[\#(call("sum", "[1,2]", id: "1")), {"jsonrpc": "2.0", "method" ]"#,
      error(-32700)
    ),
    ("an empty batch is one error", "[]", error(-32600)),
    ("a batch of nonsense is as many errors", "[1]", "[\(error(-32600))]"),
    ("each in its place", "[1,2,3]", "[\(error(-32600)),\(error(-32600)),\(error(-32600))]"),
    (
      "a batch of all kinds",
      "["
        + [
          call("sum", "[1,2,4]", id: #""1""#), call("hello", "[7]"), call("subtract", "[50,8]", id: #""2""#),
          #"{"some": "thing"}"#, call("nobody.get", #"{"name":"me"}"#, id: #""5""#),
          call("data", id: #""9""#),
        ].joined(separator: ",") + "]",
      "["
        + [
          result("7", id: #""1""#), result("42", id: #""2""#), error(-32600), error(-32601, id: #""5""#),
          result(#"["hello",5]"#, id: #""9""#),
        ].joined(separator: ",") + "]"
    ),
    (
      "strings are what they mean, however they are escaped",
      #"{"\u006asonrpc":"\u0032\u002e0","\u006dethod":"\u0073um","p\u0061rams":[1,2],"i\u0064":"\u0061"}"#,
      result("3", id: #""a""#)
    ),
    (
      "another version is another, escaped or not",
      #"{"jsonrpc":"\u0033.0","method":"sum","params":[1],"id":1}"#,
      error(-32600, id: "1")
    ),
    (
      "a member is named twice, escaped or not",
      #"{"jsonrpc":"2.0","method":"sum","m\u0065thod":"sum","id":1}"#,
      error(-32600, id: "1")
    ),
    ("a batch of notifications is not answered", "[\(call("sum", "[1,2]")),\(call("hello", "[7]"))]", nil),
  ]

  static func call(_ method: String, _ params: String? = nil, id: String? = nil) -> String {
    let params = params.map { #","params":\#($0)"# } ?? ""
    return #"{"jsonrpc":"2.0","method":"\#(method)"\#(params)\#(id.map { #","id":\#($0)"# } ?? "")}"#
  }

  static func result(_ value: String, id: String) -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"result":\#(value)}"#
  }

  static func error(_ code: Int, id: String = "null") -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"error":{"code":\#(code)}}"#
  }

  @Test func `every kind of example is answered`() throws {
    #expect(Self.cases.count == 18)
    for example in Self.cases {
      try check(example.input, try example.output.map { try JSONValue(parsing: $0) }, example.claim)
    }
  }

  @Test(.enabled(if: examples != nil, "the specification's examples are not beside the project"))
  func `every example is answered as the specification says`() throws {
    let bytes = [UInt8](try Data(contentsOf: try #require(examples)))
    let cases = try #require(try JSONValue(parsing: bytes.span)["cases"]?.array)
    #expect(cases.count == 15)
    for example in cases {
      let output = try #require(example["output"])
      let input = try #require(example["input"]?.string)
      try check(input, output == .null ? Optional.none : output, example["name"]?.string ?? "")
    }
  }

  @Test func `a batch has at most so many items`() throws {
    func batch(_ count: Int) -> String {
      "[" + Array(repeating: Self.call("sum", "[1]", id: "1"), count: count).joined(separator: ",") + "]"
    }
    let maximum = Message.maximumBatchCount
    let most = try #require(Self.converse(batch(maximum), .line).first)
    #expect(try JSONValue(parsing: most).array?.count == maximum)
    try check(batch(maximum + 1), JSONValue(parsing: Self.error(-32600)), "one too many")
  }

  @Test(arguments: [
    call("sum", "5"), call("nobody", "[]"), call("nobody", "5"), call("fail"),
    "[\(call("fail")),\(call("sum", "5"))]",
  ])
  func `a notification is never answered, not even with an error`(_ text: String) throws {
    try check(text, nil, text)
  }

  private func check(_ input: String, _ expected: JSONValue?, _ claim: String) throws {
    for framing in [MessageFraming.line, .header] {
      let output = try Self.converse(input, framing).map { try JSONValue(parsing: $0) }
      #expect(
        output.map(Self.withoutWords) == (expected.map { [Self.withoutWords($0)] } ?? []),
        "\(claim), \(framing)")
    }
  }

  /// Sends one message and gives what comes back.
  static func converse(_ text: String, _ framing: MessageFraming) -> [String] {
    let transport = MemoryTransport()
    var intake = Intake(outbox: transport.outbox)
    let stream = framing == .line ? text : "Content-Length: \(text.utf8.count)\r\n\r\n\(text)"
    transport.receive(stream, framer: StreamFramer(.auto)) { messages in
      for message in messages {
        intake.accept(message) { request in
          request.reply.succeed { (writer) throws(RPCError) in writer.write(try answer(request)) }
        }
      }
    }
    guard framing == .header else { return transport.takeMessages() }
    return transport.takeText().split(separator: "Content-Length: ").compactMap { part in
      part.split(separator: "\r\n\r\n", maxSplits: 1).last.map(String.init)
    }
  }

  static let methods: [String: @Sendable (JSONValue) throws(RPCError) -> JSONValue] = [
    "subtract": { params throws(RPCError) in
      let numbers = params.array?.compactMap(\.int64) ?? []
      let minuend = params["minuend"]?.int64 ?? numbers[0]
      return .integer(minuend - (params["subtrahend"]?.int64 ?? numbers[1]))
    },
    "sum": { params throws(RPCError) in .integer((params.array ?? []).compactMap(\.int64).reduce(0, +)) },
    "data": { _ throws(RPCError) in ["hello", 5] },
    "get_data": { _ throws(RPCError) in ["hello", 5] },
    "fail": { _ throws(RPCError) in throw .internalError },
  ]

  static func answer(_ request: IncomingRequest) throws(RPCError) -> JSONValue {
    let name = String(decoding: request.method, as: UTF8.self)
    guard let method = methods[name] else { throw .methodNotFound(name, nearest: nil) }
    return try method(request.params.bytes.flatMap { try? JSONValue(parsing: $0.span) } ?? .null)
  }

  /// Without what the specification leaves open: an error's message and data, the order of a batch is ours.
  static func withoutWords(_ value: JSONValue) -> JSONValue {
    if let items = value.array { return .array(items.map(withoutWords)) }
    guard var object = value.object, let code = object["error"]?["code"] else { return value }
    object["error"] = ["code": code]
    return .object(object)
  }
}
