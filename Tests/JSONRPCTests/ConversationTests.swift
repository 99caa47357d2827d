import JSONRPC
import Testing

@Suite struct ConversationTests {
  struct Exchange: Sendable, CustomTestStringConvertible {
    var input: String
    var output: [String]

    init(_ input: String, _ output: String...) {
      self.input = input
      self.output = output
    }

    var testDescription: String { input }
  }

  func check(_ exchange: Exchange, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(EchoService().converse(exchange.input) == exchange.output, sourceLocation: sourceLocation)
  }

  static func ping(_ id: String) -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"server.ping","params":{"a":1}}"#
  }

  static func pong(_ id: String) -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"result":{"a":1}}"#
  }

  static func refused(_ id: String, _ code: Int, _ message: String, _ data: String) -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"error":{"code":\#(code),"message":"\#(message)","data":\#(data)}}"#
  }

  @Test(arguments: [
    "0", "-7", "1.0", "1.50", "1e400", "9007199254740993", "123456789012345678901234567890", "null",
    #""""#, #""1""#, #""\u0061é""#,
  ])
  func `the id comes back as it was written`(_ id: String) {
    check(Exchange(Self.ping(id), Self.pong(id)))
  }

  @Test(arguments: [("\u{2028}", #"\u2028"#), ("\u{2029}", #"\u2029"#), ("\u{85}", #"\u0085"#)])
  func `a line end outside ASCII in an id comes back escaped`(_ raw: String, _ escaped: String) {
    check(Exchange(Self.ping(#""a\#(raw)\#(raw)é""#), Self.pong(#""a\#(escaped)\#(escaped)é""#)))
  }

  @Test(arguments: ["[1]", "{}", "true", "false"])
  func `an id of another kind is no id`(_ id: String) {
    let data = #"{"kind":"invalidRequest"}"#
    let message = #"\"id\" must be a string, a number or null."#
    check(Exchange(Self.ping(id), Self.refused("null", -32600, message, data)))
  }

  static let invalid = #"{"kind":"invalidRequest"}"#
  static let notAnObject = "A message must be an object or a batch of objects."

  static let faults: [Exchange] = [
    Exchange(
      "garbage",
      refused(
        "null", -32700, "Not valid JSON: unexpected character at byte 0.", #"{"kind":"parse","offset":0}"#)),
    Exchange(
      ping("1") + ping("2"),
      refused(
        "null", -32700, "Not valid JSON: something follows the value at byte 64.",
        #"{"kind":"parse","offset":64}"#)),
    Exchange(
      #"{"jsonrpc":"2.0","id":1,"id":2,"method":"x"}"#,
      refused("null", -32600, #"Duplicate key: a message has \"id\" once."#, invalid)),
    Exchange(
      #"{"jsonrpc":"2.0","id":1,"method":"x","m\u0065thod":"y"}"#,
      refused("1", -32600, #"Duplicate key: a message has \"method\" once."#, invalid)),
    Exchange(
      #"{"jsonrpc":"2.0","id":1,"method":"x","params":{},"params":{},"jsonrpc":"2.0"}"#,
      refused("1", -32600, #"Duplicate key: a message has \"params\" once."#, invalid)),
    Exchange(
      #"{"jsonrpc":"2.0","jsonrpc":"1.0","id":1,"method":"x"}"#,
      refused("1", -32600, #"Duplicate key: a message has \"jsonrpc\" once."#, invalid)),
    Exchange(
      #"{"jsonrpc":"2.0","id":1,"x":1,"x":2,"method":"server.ping","params":{"a":1,"a":{"b":1,"b":2}}}"#,
      #"{"jsonrpc":"2.0","id":1,"result":{"a":1,"a":{"b":1,"b":2}}}"#),
    Exchange("1", refused("null", -32600, notAnObject, invalid)),
    Exchange("null", refused("null", -32600, notAnObject, invalid)),
    Exchange(#""x""#, refused("null", -32600, notAnObject, invalid)),
    Exchange("{}", refused("null", -32600, #"\"jsonrpc\" must be \"2.0\"."#, invalid)),
    Exchange(
      #"{"jsonrpc":"1.0","id":1,"method":"server.ping"}"#,
      refused(
        "1", -32600, #"\"jsonrpc\" must be \"2.0\"."#, invalid)),
    Exchange(
      #"{"jsonrpc":2.0,"id":1,"method":"server.ping"}"#,
      refused(
        "1", -32600, #"\"jsonrpc\" must be \"2.0\"."#, invalid)),
    Exchange(
      #"{"jsonrpc":"2.0","id":"a"}"#,
      refused(
        #""a""#, -32600, #"\"method\" must be a string."#, invalid)),
    Exchange(
      #"{"jsonrpc":"2.0","id":1,"method":1}"#,
      refused(
        "1", -32600, #"\"method\" must be a string."#, invalid)),
    Exchange(
      #"{"jsonrpc":"2.0","id":1,"method":""}"#,
      refused(
        "1", -32601, #"There is no method \"\"."#, #"{"kind":"methodNotFound","method":""}"#)),
    Exchange(
      #"{"jsonrpc":"2.0","id":1,"method":"server.pong"}"#,
      refused(
        "1", -32601, #"There is no method \"server.pong\". Did you mean \"server.ping\"?"#,
        #"{"kind":"methodNotFound","method":"server.pong","nearest":"server.ping"}"#)),
    Exchange(
      #"{"jsonrpc":"2.0","id":1,"method":"server.ping","params":"x"}"#,
      refused(
        "1", -32602, "/params must be an object with members by name.",
        #"{"kind":"invalidParams","pointer":"/params","expected":"an object with members by name"}"#)),
    Exchange(
      #"{"jsonrpc":"2.0","id":1,"method":"server.ping","params":[1]}"#,
      refused(
        "1", -32602, "/params must be an object with members by name.",
        #"{"kind":"invalidParams","pointer":"/params","expected":"an object with members by name"}"#)),
    Exchange(
      #"{"jsonrpc":"2.0","id":1,"method":"fail"}"#,
      refused(
        "1", 3, "It failed.", #"{"kind":"test","environment":7}"#)),
  ]

  @Test(arguments: faults)
  func `each fault gets one error and the next line works`(_ exchange: Exchange) {
    check(exchange)
    let both = EchoService().converse(exchange.input + "\n" + Self.ping("2") + "\n")
    #expect(both == exchange.output + [Self.pong("2")])
  }

  static let silent: [String] = [
    #"{"jsonrpc":"2.0","method":"server.ping","params":{"a":1}}"#,
    #"{"jsonrpc":"2.0","method":"unknown"}"#,
    #"{"jsonrpc":"2.0","method":"server.ping","params":5}"#,
    #"{"jsonrpc":"2.0","method":"fail"}"#,
    #"{"jsonrpc":"2.0","id":99,"result":1}"#,
    #"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"x"}}"#,
    #"[{"jsonrpc":"2.0","method":"unknown"},{"jsonrpc":"2.0","id":1,"result":1}]"#,
    "\n\r\n  \n\t\n",
  ]

  @Test(arguments: silent)
  func `what is no request is not answered`(_ input: String) {
    check(Exchange(input))
  }

  @Test(arguments: ["", #","params":null"#, #","params":[]"#, #","params":[ ]"#, #","params":{}"#])
  func `absent, null and empty params are the same`(_ params: String) {
    check(
      Exchange(
        #"{"jsonrpc":"2.0","id":1,"method":"server.ping"\#(params)}"#,
        #"{"jsonrpc":"2.0","id":1,"result":{}}"#))
  }

  @Test func `a method's name may be escaped`() {
    check(
      Exchange(
        #"{"jsonrpc":"2.0","id":1,"method":"server\u002eping","params":{"é":1.0}}"#,
        #"{"jsonrpc":"2.0","id":1,"result":{"é":1.0}}"#))
  }

  static let batches: [Exchange] = [
    Exchange("[]", refused("null", -32600, "A batch must have at least one item.", invalid)),
    Exchange("[1]", "[" + refused("null", -32600, notAnObject, invalid) + "]"),
    Exchange(
      "[\(ping("1")), {\"jsonrpc\":\"2.0\",\"method\":\"server.ping\"} ,\(ping("\"1\"")),[]]",
      "[\(pong("1")),\(pong("\"1\"")),\(refused("null", -32600, notAnObject, invalid))]"),
    Exchange("[\(ping("1")),\(ping("1"))]", "[\(pong("1")),\(pong("1"))]"),
    Exchange(
      "[\(ping("1")),{]",
      refused(
        "null", -32700, "Not valid JSON: unexpected character at byte 67.", #"{"kind":"parse","offset":67}"#)),
  ]

  @Test(arguments: batches)
  func `a batch is answered in its order`(_ exchange: Exchange) {
    check(exchange)
  }

  @Test func `a batch that is too long does nothing`() {
    let item = #"{"jsonrpc":"2.0","method":"server.ping"}"#
    let limit = Message.maximumBatchCount
    let most = Array(repeating: item, count: limit - 1) + [Self.ping("1")]
    check(Exchange("[" + most.joined(separator: ",") + "]", "[\(Self.pong("1"))]"))
    check(
      Exchange(
        "[" + (most + [item]).joined(separator: ",") + "]",
        Self.refused(
          "null", -32600, "A batch has at most \(limit) items.",
          #"{"kind":"limit.exceeded","limit":"batchItems","maximum":\#(limit)}"#)))
  }

  @Test func `random damage gets at most one reply and never traps`() {
    var generator = SystemRandomNumberGenerator()
    let valid = Array("[\(Self.ping("1")),\(Self.ping("\"x\""))]".utf8)
    for _ in 0..<500 {
      var bytes = valid
      for _ in 0..<2 { bytes[Int.random(in: 0..<bytes.count, using: &generator)] = .random(in: 0x20...0xFF) }
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(EchoService().converse(text).count <= 1, "\(text)")
    }
  }
}
