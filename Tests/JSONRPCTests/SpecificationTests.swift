import Foundation
import JSON
import JSONRPC
import Testing
import TestSupport

private let examples = SharedFiles.url("data/rpc/jsonrpc20-spec.json")

/// The examples of JSON-RPC 2.0 §7, whose methods take params by position too.
@Suite(.enabled(if: examples != nil, "the specification's examples are not beside the project"))
struct SpecificationTests {
  @Test func `every example is answered as the specification says`() throws {
    let bytes = [UInt8](try Data(contentsOf: try #require(examples)))
    let cases = try #require(try JSONValue(parsing: bytes.span)["cases"]?.array)
    #expect(cases.count == 15)
    for example in cases {
      let input = try #require(example["input"]?.string)
      let expected = try #require(example["output"])
      let output = try Self.converse(input).map { try JSONValue(parsing: $0) }
      let name = example["name"]?.string ?? ""
      if expected == .null {
        #expect(output == [], "\(name)")
      } else {
        #expect(output.map(Self.withoutWords) == [Self.withoutWords(expected)], "\(name)")
      }
    }
  }

  static func converse(_ text: String) -> [String] {
    let transport = MemoryTransport()
    var intake = Intake(outbox: transport.outbox)
    transport.receive(text) { messages in
      for message in messages {
        intake.accept(message) { request in
          request.reply.succeed { (writer) throws(RPCError) in writer.write(try answer(request)) }
        }
      }
    }
    return transport.takeMessages()
  }

  static func answer(_ request: IncomingRequest) throws(RPCError) -> JSONValue {
    let params = request.params.bytes.flatMap { try? JSONValue(parsing: $0.span) } ?? .null
    let numbers = params.array?.compactMap(\.int64) ?? []
    switch String(decoding: request.method, as: UTF8.self) {
    case "subtract":
      let minuend = params["minuend"]?.int64 ?? numbers[0]
      let subtrahend = params["subtrahend"]?.int64 ?? numbers[1]
      return .integer(minuend - subtrahend)
    case "sum": return .integer(numbers.reduce(0, +))
    case "get_data": return ["hello", 5]
    case let name: throw .methodNotFound(name, nearest: nil)
    }
  }

  /// Without what the specification leaves open: an error's message and data, the order of a batch is ours.
  static func withoutWords(_ value: JSONValue) -> JSONValue {
    if let items = value.array { return .array(items.map(withoutWords)) }
    guard var object = value.object, let code = object["error"]?["code"] else { return value }
    object["error"] = ["code": code]
    return .object(object)
  }
}
