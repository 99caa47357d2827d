import JSON
import TaskServer
import Testing
import TestSupport

/// `$/progress`: word of a request that runs, and results ahead of its reply.
@Suite struct ProgressTests {
  /// What comes after one request, in order.
  private func say(_ conversation: Conversation, _ method: String, _ params: String) throws -> [JSONValue] {
    try conversation.say(#"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(params)}"#)
      .map { try JSONValue(parsing: $0) }
  }

  private static func limit(_ name: String) -> Int? { ServerLimit.all.first { $0.name == name }?.value }

  private func objects(_ count: Int) -> String {
    (0..<count).map { #"{"taskDescription":"t\#($0)"}"# }.joined(separator: ",")
  }

  /// Checks that all but the last are well-formed word of a request, and returns the kinds in order.
  private func kinds(_ messages: [JSONValue], token: JSONValue) throws -> [String] {
    #expect(messages.last?["id"]?.int64 == 1)
    var percentage: Int64 = 0
    return try messages.dropLast().map { message in
      #expect(message["method"]?.string == "$/progress")
      #expect(message["params"]?["token"] == token)
      let value = try #require(message["params"]?["value"])
      if let next = value["percentage"]?.int64 {
        #expect((percentage...100).contains(next))
        percentage = next
      }
      #expect(value["message"]?.string?.hasPrefix("0 ") != true, "no news")
      return try #require(value["kind"]?.string)
    }
  }

  @Test(arguments: [(#""a""#, JSONValue.string("a")), ("7", .integer(7))])
  func `a long request says that it begins, how far it is, and that it ends`(
    _ token: String, _ expected: JSONValue
  ) throws {
    let conversation = try Conversation()
    let messages = try say(
      conversation, "task.add", #"{"objects":[\#(objects(3_000))],"save":true,"workDoneToken":\#(token)}"#)
    let kinds = try kinds(messages, token: expected)
    #expect(kinds.first == "begin" && kinds.last == "end")
    #expect(kinds.dropFirst().dropLast().allSatisfy { $0 == "report" } && kinds.count > 2)
    let begin = messages[0]["params"]?["value"]
    #expect(
      begin?.text == #"{"kind":"begin","title":"Adding tasks","cancellable":true,"percentage":0}"#)
    #expect(messages.last?["result"]?["saved"]?["insertedCount"]?.int64 == 3_000)
  }

  @Test func `a report says more than the one before`() throws {
    let conversation = try Conversation()
    for (method, params) in [
      ("task.add", #""objects":[\#(objects(3_000))]"#), ("context.save", #""context":"view""#),
    ] {
      let messages = try say(conversation, method, #"{\#(params),"workDoneToken":1}"#)
      #expect(try kinds(messages, token: .integer(1)).last == "end")
      // What is read before the first object is changed has no share in it.
      let values = messages.compactMap { $0["params"]?["value"] }
        .filter { !($0["message"]?.string?.hasSuffix("read") ?? false) }
      let percentages = values.compactMap { $0["percentage"]?.int64 }
      #expect(percentages.count > 1 && Set(percentages).count == percentages.count, "\(method)")
    }
  }

  @Test func `every method that changes or looks for many says so`() throws {
    let conversation = try Conversation()
    _ = try conversation.call("task.add", #"{"objects":[\#(objects(10))]}"#)
    for (method, params, title) in [
      ("context.save", "", "Saving"), ("task.fetch", "", "Fetching tasks"),
      ("task.count", #""predicate":"category == 0","#, "Counting tasks"),
      ("task.update", #""predicate":"TRUEPREDICATE","values":{"category":1},"#, "Updating tasks"),
      ("task.delete", #""predicate":"TRUEPREDICATE","#, "Deleting tasks"),
      ("task.add", #""values":{},"#, "Adding one task"),
    ] {
      let messages = try say(conversation, method, #"{\#(params)"workDoneToken":"t"}"#)
      let kinds = try kinds(messages, token: "t")
      #expect(kinds.first == "begin" && kinds.last == "end", "\(method)")
      #expect(messages[0]["params"]?["value"]?["title"]?.string == title)
      #expect(messages.last?["result"] != nil, "\(method)")
    }
  }

  @Test func `a failure ends the progress before its error`() throws {
    let messages = try say(
      try Conversation(), "task.add", #"{"values":{"taskDescription":null},"save":true,"workDoneToken":1}"#)
    #expect(try kinds(messages, token: .integer(1)).last == "end")
    #expect(messages.last?["error"] != nil)
  }

  @Test func `without a token, in a notification and before it runs, a request says nothing`() throws {
    let conversation = try Conversation()
    #expect(try say(conversation, "task.add", #"{"objects":[\#(objects(2_000))]}"#).count == 1)
    #expect(
      conversation.say(
        #"{"jsonrpc":"2.0","method":"task.count","params":{"workDoneToken":1}}"#,
        #"{"jsonrpc":"2.0","method":"task.fetch","params":{"partialResultToken":1}}"#
      ).isEmpty)
    let cancelled = conversation.say(
      #"{"jsonrpc":"2.0","id":1,"method":"task.count","params":{"workDoneToken":1}}"#,
      #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":1}}"#)
    #expect(cancelled.count == 1 && cancelled[0].contains("-32800"))
  }

  @Test func `reports of one request are at least their interval apart`() throws {
    #expect(Self.limit("progressInterval") == 100)
    let conversation = try Conversation()
    let start = ContinuousClock.now
    let messages = try say(
      conversation, "task.add", #"{"objects":[\#(objects(20_000))],"save":true,"workDoneToken":1}"#)
    let elapsed = (ContinuousClock.now - start) / .milliseconds(100)
    #expect(Double(messages.count) <= elapsed + 4)
  }

  @Test(arguments: ["1.5", "true", "[]", "{}"])
  func `a token is a string or an integer`(_ token: String) throws {
    let conversation = try Conversation()
    for (method, member) in [
      ("task.count", "workDoneToken"), ("store.info", "workDoneToken"), ("task.fetch", "partialResultToken"),
    ] {
      let error = try conversation.call(method, #"{"\#(member)":\#(token)}"#)
      #expect(error["code"]?.int64 == -32602)
      #expect(error["data"]?["pointer"]?.string == "/params/\(member)")
      #expect(error["data"]?["expected"]?.string == "a string or an integer")
    }
  }

  @Test func `any request may have a work done token, only a fetch one for partial results`() throws {
    let conversation = try Conversation()
    for method in ["store.info", "server.status", "context.list", "task.count", "context.rollback"] {
      for token in ["1", #""x""#, "null", "2.0"] {
        #expect(try conversation.call(method, #"{"workDoneToken":\#(token)}"#)["code"] == nil, "\(method)")
      }
    }
    let error = try conversation.call("task.count", #"{"partialResultToken":1}"#)
    #expect(error["data"]?["pointer"]?.string == "/params/partialResultToken")
    let nested = try conversation.call("task.add", #"{"values":{"workDoneToken":1}}"#)
    #expect(nested["data"]?["kind"]?.string == "property.unknown")
    let misspelled = try conversation.call("task.count", #"{"workDoneTokn":1}"#)
    #expect(misspelled["data"]?["nearest"]?.string == "workDoneToken")
  }

  @Test(arguments: ["objects", "objectIDs", "dictionaries"])
  func `partial results come in order ahead of a reply without them`(_ type: String) throws {
    let conversation = try Conversation()
    _ = try conversation.call("task.add", #"{"objects":[\#(objects(2_000))],"save":true}"#)
    let whole = try conversation.call("task.fetch", #"{"resultType":"\#(type)"}"#)[type]?.array
    let messages = try say(
      conversation, "task.fetch", #"{"resultType":"\#(type)","partialResultToken":"p"}"#)
    #expect(messages.last?["result"]?.text == #"{"\#(type)":[]}"#)
    var joined: [JSONValue] = []
    let pieceBytes = try #require(Self.limit("partialResultBytes"))
    for message in messages.dropLast() {
      #expect(message["method"]?.string == "$/progress")
      #expect(message["params"]?["token"]?.string == "p")
      #expect(message.text.utf8.count < pieceBytes + 1_000)
      joined += try #require(message["params"]?["value"]?[type]?.array)
    }
    #expect(messages.count > 2)
    #expect(joined == whole)
  }

  @Test func `partial results of a page end with its cursor, those of nothing are none`() throws {
    let conversation = try Conversation()
    _ = try conversation.call("task.add", #"{"objects":[\#(objects(3))]}"#)
    let messages = try say(
      conversation, "task.fetch", #"{"limit":2,"partialResultToken":1,"workDoneToken":2}"#)
    #expect(messages.map { $0["params"]?["value"]?["kind"]?.string } == ["begin", nil, "end", nil])
    #expect(messages[1]["params"]?["value"]?["objects"]?.array?.count == 2)
    #expect(messages.last?["result"]?["objects"]?.array?.isEmpty == true)
    #expect(messages.last?["result"]?["nextCursor"] != nil)
    let none = try say(
      conversation, "task.fetch", #"{"predicate":"FALSEPREDICATE","partialResultToken":1}"#)
    #expect(none.map(\.text) == [#"{"jsonrpc":"2.0","id":1,"result":{"objects":[]}}"#])
  }

  @Test func `a token that is named twice is refused`() throws {
    let conversation = try Conversation()
    for params in [
      #"{"workDoneToken":1,"workDoneToken":2}"#, #"{"uuid":"a","workDoneToken":1,"workDoneToken":null}"#,
    ] {
      let error = try conversation.call("task.get", params)
      #expect(error["code"]?.int64 == -32602)
      #expect(error["data"]?["pointer"]?.string == "/params/workDoneToken")
    }
  }
}
