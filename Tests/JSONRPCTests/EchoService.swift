import JSON
import JSONRPC

/// A small service for the tests: what runs on what is decided by nobody, everything is answered at once.
struct EchoService {
  let transport = MemoryTransport()
  let table = MethodTable<Int>([Ping.self, Count.self, Fail.self, Stop.self])

  /// Sends text and returns the lines that come back.
  func converse(_ text: String) -> [String] {
    var intake = Intake(outbox: transport.outbox)
    transport.receive(text) { messages in
      for message in messages { intake.accept(message, answer) }
    }
    return transport.takeMessages()
  }

  func answer(_ request: IncomingRequest) {
    guard let entry = table.find(request.method) else {
      request.reply.fail(table.notFound(request.method))
      return
    }
    request.reply.succeed { (writer) throws(RPCError) in
      try entry.respond(request.params, 7, &writer)
    }
  }
}

enum Ping: Method {
  static let name = "server.ping"
  static let summary = "Gives its params back. Nothing else happens."
  static let effect = Effect.control
  static let example = MethodExample(params: #"{"a":1}"#, result: #"{"a":1}"#)

  struct Params: WireType {
    var raw: RawJSON

    static let schema = JSONSchema.anyObject

    static func read(from reader: inout WireReader) throws(WireError) -> Params {
      Params(raw: try RawJSON.read(from: &reader))
    }

    func write(to writer: inout JSONWriter) { raw.write(to: &writer) }
  }

  static func handle(_ params: Params, _ environment: Int) throws(RPCError) -> Params { params }
}

enum Count: Method {
  static let name = "number.count"
  static let summary = "Counts."
  static let effect = Effect.read
  static let errors = [ErrorKind.limitExceeded]
  static let example = MethodExample(params: #"{"upTo":2}"#, result: #"{"numbers":[1,2]}"#)

  enum Order: String, WireEnum { case up, down }

  struct Params: WireShape {
    var upTo: Int
    var tag: String?
    var order: Order

    static let shape = Shape(
      Self.init(upTo:tag:order:),
      Field("upTo", "The last number, 1 to 10.") { $0.upTo },
      Field("tag", "Comes back.") { $0.tag },
      Field("order", "The direction.", default: .up) { $0.order })
  }

  struct Output: WireShape {
    var numbers: [Int]
    var tag: String?

    static let shape = Shape(
      Self.init(numbers:tag:),
      Field("numbers", "From 1.") { $0.numbers },
      Field("tag", "As it came.") { $0.tag })
  }

  static func handle(_ params: Params, _ environment: Int) throws(RPCError) -> Output {
    guard (1...10).contains(params.upTo) else {
      throw .invalidParams(at: "/params/upTo", "upTo must be 1 to 10.", expected: "1 to 10")
    }
    let numbers = Array(1...params.upTo)
    return Output(numbers: params.order == .up ? numbers : numbers.reversed(), tag: params.tag)
  }
}

/// Writes half a result before it fails.
enum Fail: StreamingMethod {
  typealias Params = NoParams
  typealias Output = NoResult

  static let name = "fail"
  static let summary = "Fails."
  static let effect = Effect.write
  static let example = MethodExample()

  static func respond(
    _ params: NoParams, _ environment: Int, into writer: inout JSONWriter
  ) throws(RPCError) {
    writer.append("[1,2,")
    throw RPCError(code: 3, kind: "test", message: "It failed.", details: ["environment": 7])
  }
}

enum Stop: Method {
  static let name = "stop"
  static let summary = "Ends."
  static let effect = Effect.control
  static let isNotification = true
  static let example = MethodExample()

  static func handle(_ params: NoParams, _ environment: Int) throws(RPCError) -> NoResult { NoResult() }
}
