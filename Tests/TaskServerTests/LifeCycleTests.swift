import JSON
import TaskServer
import Testing

/// What `initialize` settles, and the order of beginning and end.
@Suite struct LifeCycleTests {
  @Test func `requests need no handshake, and initialize may come at any time but once`() throws {
    let conversation = try Conversation()
    #expect(try conversation.call("task.count")["count"] == 0)
    #expect(try conversation.call("initialize")["protocolVersion"] == "1.0")
    #expect(
      try conversation.call("initialize").text
        == #"{"code":-32600,"message":"\"initialize\" was sent before.","data":{"kind":"invalidRequest"}}"#)
    #expect(try conversation.call("task.count")["count"] == 0)
  }

  @Test(arguments: [
    #"{"timeZone": "Mars/Base"}"#, #"{"protocolVersions": ["0.9"]}"#, #"{"int64": "text"}"#,
    #"{"capabilities": 5}"#,
  ])
  func `an initialize that fails may be sent again`(_ params: String) throws {
    let conversation = try Conversation()
    #expect(try conversation.call("initialize", params)["code"] != nil)
    #expect(try conversation.call("initialize", #"{"timeZone": "Asia/Tokyo"}"#)["protocolVersion"] == "1.0")
  }

  @Test func `what a language client sends is accepted`() throws {
    let reply = try Conversation().call(
      "initialize",
      #"""
      {"processId": null, "rootUri": null, "trace": "off", "workspaceFolders": null, "clientInfo": {"name": "n"},
       "capabilities": {"workspace": {}, "general": {"positionEncodings": ["utf-16"]}}}
      """#)
    #expect(reply["positionEncoding"] == "utf-8")
  }

  @Test func `after shutdown only exit is taken, and its code says whether it was in order`() throws {
    let refusal =
      #""error":{"code":-32600,"message":"The server was shut down; only \"exit\" may follow.","data":{"kind":"invalidRequest"}}}"#
    let orderly = try Conversation()
    let said = orderly.say(
      #"{"jsonrpc":"2.0","id":1,"method":"task.count"}"#, #"{"jsonrpc":"2.0","id":2,"method":"shutdown"}"#,
      #"{"jsonrpc":"2.0","id":3,"method":"task.count"}"#, #"{"jsonrpc":"2.0","id":4,"method":"initialize"}"#,
      #"{"jsonrpc":"2.0","method":"exit"}"#, #"{"jsonrpc":"2.0","id":5,"method":"task.count"}"#)
    // Methods of the connection are answered on receipt, ahead of what waits.
    #expect(
      Set(said) == [
        #"{"jsonrpc":"2.0","id":2,"result":null}"#, #"{"jsonrpc":"2.0","id":3,\#(refusal)"#,
        #"{"jsonrpc":"2.0","id":4,\#(refusal)"#, #"{"jsonrpc":"2.0","id":1,"result":{"count":0}}"#,
      ])
    #expect(orderly.server.close() == .success)
    let hasty = try Conversation()
    #expect(hasty.say(#"{"jsonrpc":"2.0","method":"exit"}"#).isEmpty)
    #expect(hasty.server.close() == .failure)
    let silent = try Conversation()
    #expect(silent.server.close() == .success)
    let careless = try Conversation()
    _ = try careless.call("task.add", #"{"values": {}}"#)
    _ = careless.say(
      #"{"jsonrpc":"2.0","id":1,"method":"shutdown"}"#, #"{"jsonrpc":"2.0","method":"exit"}"#)
    #expect(careless.server.close() == .unsavedChanges)
  }

  @Test(arguments: [
    (#"["utf-8"]"#, "utf-8", 9, 13), (#"["utf-16", "utf-8"]"#, "utf-16", 7, 11),
    (#"["utf-32"]"#, "utf-32", 6, 10), (#"["utf-7"]"#, "utf-8", 9, 13), ("[]", "utf-8", 9, 13),
  ])
  func `positions in predicate text count what was agreed on`(
    _ offered: String, _ agreed: String, _ start: Int, _ end: Int
  ) throws {
    let conversation = try Conversation()
    #expect(
      try conversation.call("initialize", #"{"positionEncodings": \#(offered)}"#)["positionEncoding"]?.string
        == agreed)
    let range = #"{"start":\#(start),"end":\#(end)}"#
    // Four bytes, two code units, one scalar; the unknown key is "nope".
    let predicate = #""predicate": "'😀' ==nope""#
    let error = try conversation.call("task.fetch", "{\(predicate)}")
    #expect(error["data"]?["range"]?.text == range)
    let parsed = try conversation.call("predicate.parse", #"{\#(predicate), "entity": "Task"}"#)
    #expect(parsed["diagnostics"]?.array?.first?["range"]?.text == range)
  }

  @Test(arguments: [
    (#"{"timeZone": "Asia/Tokyo"}"#, "2026-12-01T00:00:00Z"),
    (#"{"timeZone": "America/New_York"}"#, "2026-12-01T14:00:00Z"), ("{}", "2026-12-01T09:00:00Z"),
  ])
  func `a time without an offset is one of the client's zone, in values and in predicates`(
    _ params: String, _ expected: String
  ) throws {
    let conversation = try Conversation()
    _ = try conversation.call("initialize", params)
    let task = try conversation.call("task.add", #"{"values": {"date": "2026-12-01T09:00"}}"#)
    #expect(task["date"]?.string == expected)
    for predicate in ["date == '2026-12-01T09:00'", "date == '\(expected)'"] {
      #expect(try conversation.call("task.count", #"{"predicate": "\#(predicate)"}"#)["count"] == 1)
    }
    #expect(
      try conversation.call("task.count", #"{"predicate": "date == %@", "arguments": ["2026-12-01T09:00"]}"#)[
        "count"] == 1)
  }

  @Test func `int64 as strings leaves smaller integers numbers`() throws {
    let conversation = try Conversation()
    _ = try conversation.call("initialize", #"{"int64": "string"}"#)
    let task = try conversation.call("task.add", #"{"values": {"category": "7"}}"#)
    #expect(task["category"]?.text == "7" && task["$version"]?.text == "0")
  }

  @Test func `a save is told after its reply, to a client that asked`() throws {
    let conversation = try Conversation()
    let save =
      #"{"jsonrpc":"2.0","id":"s","method":"task.add","params":{"values":{"uuid":"a","taskDescription":"x"},"properties":[],"save":true}}"#
    #expect(conversation.say(save).count == 1)
    _ = try conversation.call("initialize", #"{"capabilities": {"didSave": true}}"#)
    let delete =
      #"{"jsonrpc":"2.0","id":"d","method":"task.delete","params":{"uuid":"a","save":true}}"#
    let said = conversation.say(delete).map(Conversation.normalized)
    let reference = #"{"$objectID":"x-coredata://U1/Task/p1","$entity":"Task","uuid":"a"}"#
    #expect(said.count == 2 && said.first?.contains(#""id":"d""#) == true)
    #expect(
      said.last
        == #"{"jsonrpc":"2.0","method":"context.didSave","params":{"context":"view","inserted":[],"updated":[],"deleted":[\#(reference)]}}"#
    )
    // A save that had nothing to do is no save.
    #expect(conversation.say(#"{"jsonrpc":"2.0","id":1,"method":"context.save"}"#).count == 1)
  }
}
