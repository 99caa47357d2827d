import JSON
import JSONRPC
import TaskServer
import Testing

/// The manual's table of limits, held against what a server answers.
@Suite struct LimitTests {
  /// Limits whose error takes another process: the tests of the process reach them.
  private static let reachedElsewhere: Set<String> = ["busyTimeout"]

  private func text(_ part: String, _ count: Int) -> String { String(repeating: part, count: count) }

  private func request(_ method: String, _ params: String) -> String {
    #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(params)}"#
  }

  private func count(_ predicate: String) -> String {
    request("task.count", #"{"predicate": "\#(predicate)"}"#)
  }

  /// A message of one more than a limit.
  private func message(beyond limit: ServerLimit) throws -> String {
    let more = limit.value + 1
    return switch limit.name {
    case "messageBytes": request("server.ping", #"{"text": "\#(text("x", more))"}"#)
    case "nestingDepth": request("server.ping", #"{"a": \#(text("[", more))\#(text("]", more))}"#)
    case "valueDepth":
      request(
        "category.add", #"{"values": {"category": "a", "color": \#(text("[", more))\#(text("]", more))}}"#)
    case "batchItems": "[\(repeatElement("1", count: more).joined(separator: ","))]"
    case "contextNameBytes": request("context.create", #"{"name": "\#(text("x", more))"}"#)
    case "contexts": request("context.create", "{}")
    case "predicateBytes": count(text(" ", more))
    case "predicateTokens":
      count("category IN {\(repeatElement("1", count: more / 2).joined(separator: ","))}")
    case "predicateDepth": count(text("(", more) + "TRUEPREDICATE" + text(")", more))
    case "patternQuestionMarks": count("taskDescription LIKE '*\(text("?", more))*'")
    case "patternBytes": count("taskDescription MATCHES '\(text("x", more))'")
    case "patternDepth": count("taskDescription MATCHES '\(text("(", more))\(text(")", more))'")
    case "patternStates": count("taskDescription MATCHES 'x{\(more)}'")
    case "batchAnswerBytes":
      "[\(repeatElement(request("task.fetch", "{}"), count: 10).joined(separator: ","))]"
    default: throw Unknown(name: limit.name)
    }
  }

  private struct Unknown: Error {
    let name: String
  }

  /// What must be there before.
  private func prepare(_ conversation: Conversation, for limit: ServerLimit) throws {
    switch limit.name {
    case "contexts":
      for _ in 1..<limit.value { #expect(try conversation.call("context.create")["context"] != nil) }
    case "batchAnswerBytes":
      let params = #"{"values": {"taskDescription": "\#(text("x", limit.value / 8))"}}"#
      #expect(try conversation.call("task.add", params)["$version"] == 0)
    default: break
    }
  }

  private func error(beyond limit: ServerLimit, _ conversation: Conversation) throws -> JSONValue {
    switch limit.name {
    case "headerBytes":
      let answer = conversation.say("X: \(text("x", limit.value))\r\n\r\n", framer: HeaderFramer())
      return try JSONValue(parsing: String(try #require(answer.split(separator: "\r\n\r\n").last)))
    case "messageBytes":
      let framer = LineFramer(maximum: limit.value)
      return try JSONValue(parsing: conversation.say(try message(beyond: limit), framer: framer))
    default: break
    }
    try prepare(conversation, for: limit)
    let reply = try JSONValue(parsing: try #require(conversation.say(try message(beyond: limit)).last))
    return reply.array?.last ?? reply
  }

  @Test(
    arguments: ServerLimit.all.filter { $0.consequence.error != nil && !reachedElsewhere.contains($0.name) }
      .map(\.name))
  func `what is beyond a limit has the error that the table says`(name: String) throws {
    let conversation = try Conversation { $0.messageLimit = 4 << 20 }
    let limits = ServerLimit.all(conversation.server.configuration)
    let limit = try #require(limits.first { $0.name == name })
    let expected = try #require(limit.consequence.error)
    let error = try error(beyond: limit, conversation)["error"]
    #expect(error?["code"] == .integer(Int64(expected.code)))
    let data = try #require(error?["data"])
    #expect(data["kind"] == .string(expected.kind.name))
    guard expected.kind == .limitExceeded else { return }
    #expect(data["limit"] == .string(name) && data["maximum"] == .integer(Int64(limit.value)))
  }

  @Test func `a limit without an error says what happens instead`() {
    for limit in ServerLimit.all where limit.consequence.error == nil {
      guard case .effect(let words) = limit.consequence else { continue }
      #expect(!words.isEmpty, "\(limit.name)")
    }
  }
}
