import JSON
import TaskServer
import Testing

/// Contexts as a client handles them: names, order, limits, ends.
@Suite struct ContextTests {
  @Test func `a context may be named at once after the request that makes it`() throws {
    let said = try Conversation().say(
      #"{"jsonrpc":"2.0","id":1,"method":"context.create","params":{"name":"a"}}"#,
      #"{"jsonrpc":"2.0","id":2,"method":"task.count","params":{"context":"a"}}"#)
    #expect(
      said == [
        #"{"jsonrpc":"2.0","id":1,"result":{"context":"a"}}"#,
        #"{"jsonrpc":"2.0","id":2,"result":{"count":0}}"#,
      ])
  }

  @Test func `names are compared by their bytes`() throws {
    let conversation = try Conversation()
    #expect(try conversation.call("context.create", #"{"name": "\u00e9"}"#)["context"] == "\u{e9}")
    #expect(try conversation.call("context.create", #"{"name": "e\u0301"}"#)["context"] != nil)
    _ = try conversation.call("task.add", #"{"context": "\u00e9", "values": {}}"#)
    #expect(try conversation.call("task.count", #"{"context": "\u00e9"}"#)["count"] == 1)
    #expect(try conversation.call("task.count", #"{"context": "e\u0301"}"#)["count"] == 0)
    _ = try conversation.call("context.close", #"{"context": "e\u0301"}"#)
    #expect(try conversation.call("task.count", #"{"context": "\u00e9"}"#)["count"] == 1)
    let list = try #require(try conversation.call("context.list")["contexts"]?.array)
    #expect(
      list.compactMap { $0["name"]?.string }.map { Array($0.utf8) }
        == ["view", "\u{e9}"].map { Array($0.utf8) })
  }

  @Test func `a name of 256 bytes is a name, a longer one is none`() throws {
    let conversation = try Conversation()
    let longest = String(repeating: "é", count: 128)
    #expect(try conversation.call("context.create", #"{"name": "\#(longest)"}"#)["context"] != nil)
    let error = try conversation.call("context.create", #"{"name": "\#(longest)x"}"#)
    #expect(error["data"]?["pointer"] == "/params/name")
  }

  @Test func `the sixty-fifth context is refused until one is closed`() throws {
    let conversation = try Conversation()
    for number in 1..<64 { _ = try conversation.call("context.create", #"{"name": "\#(number)"}"#) }
    let refused = try conversation.call("context.create", #"{"name": "64"}"#)
    #expect(
      refused.text
        == #"{"code":11,"message":"There are 64 contexts already.","data":{"kind":"context.limit","maximum":64}}"#
    )
    _ = try conversation.call("context.close", #"{"context": "7"}"#)
    #expect(try conversation.call("context.create", #"{"name": "64"}"#)["context"] == "64")
  }

  @Test func `a context with changes is closed only with discard, and requests behind it find nothing`()
    throws
  {
    let conversation = try Conversation()
    _ = try conversation.call("context.create", #"{"name": "a"}"#)
    _ = try conversation.call("task.add", #"{"context": "a", "values": {"uuid": "u"}}"#)
    let said = conversation.say(
      #"{"jsonrpc":"2.0","id":"r","method":"context.close","params":{"context":"a"}}"#,
      #"{"jsonrpc":"2.0","id":"n","method":"task.count","params":{"context":"a"}}"#,
      #"{"jsonrpc":"2.0","id":"d","method":"context.close","params":{"context":"a","discard":true}}"#,
      #"{"jsonrpc":"2.0","id":"c","method":"task.count","params":{"context":"a"}}"#,
      #"{"jsonrpc":"2.0","id":"e","method":"context.close","params":{"context":"a"}}"#)
    let unknown =
      #""error":{"code":9,"message":"There is no context \"a\".","data":{"kind":"context.unknown","pointer":"/params/context","context":"a"}}}"#
    #expect(
      said.map { Conversation.normalized($0) } == [
        #"{"jsonrpc":"2.0","id":"r","error":{"code":12,"message":"Context \"a\" has unsaved changes.","data":{"kind":"context.hasChanges","context":"a","inserted":1,"updated":0,"deleted":0}}}"#,
        #"{"jsonrpc":"2.0","id":"n","result":{"count":1}}"#,
        #"{"jsonrpc":"2.0","id":"d","result":{"inserted":[{"$objectID":"x-coredata://U1/Task/tU2","$entity":"Task","uuid":"u"}],"updated":[],"deleted":[]}}"#,
        #"{"jsonrpc":"2.0","id":"c",\#(unknown)"#, #"{"jsonrpc":"2.0","id":"e",\#(unknown)"#,
      ])
    #expect(try conversation.call("context.create", #"{"name": "a"}"#)["context"] == "a")
    #expect(try conversation.call("task.count", #"{"context": "a"}"#)["count"] == 0)
  }

  @Test func `requests of one context run in the order received`() throws {
    var lines: [String] = []
    for number in 1...200 {
      lines.append(#"{"jsonrpc":"2.0","method":"task.add","params":{"values":{"category":\#(number)}}}"#)
      lines.append(#"{"jsonrpc":"2.0","id":\#(number),"method":"task.count"}"#)
    }
    let said = try Conversation().say(lines.joined(separator: "\n"))
    #expect(said == (1...200).map { #"{"jsonrpc":"2.0","id":\#($0),"result":{"count":\#($0)}}"# })
  }

  @Test func `a save is seen by whoever asks after its reply, and pending changes by nobody else`() throws {
    let conversation = try Conversation()
    _ = try conversation.call("context.create", #"{"name": "a"}"#)
    for number in 1...20 {
      _ = try conversation.call("task.add", #"{"context": "a", "values": {"taskDescription": "x"}}"#)
      #expect(try conversation.call("task.count")["count"]?.int64 == Int64(number - 1))
      _ = try conversation.call("context.save", #"{"context": "a"}"#)
      #expect(try conversation.call("task.count")["count"]?.int64 == Int64(number))
    }
  }

  @Test(arguments: [
    (String(repeating: "n", count: 300), String(repeating: "n", count: 256)),
    // One character of many bytes, cut between two of its scalars.
    ("ab" + String(repeating: "\u{301}", count: 10_000), "ab" + String(repeating: "\u{301}", count: 127)),
    ("a" + String(repeating: "\u{301}", count: 10_000), "a" + String(repeating: "\u{301}", count: 127)),
  ])
  func `an unknown name comes back cut to the longest a context may have`(
    _ name: String, _ echoed: String
  ) throws {
    let error = try Conversation().call("task.count", #"{"context": "\#(name)"}"#)
    let context = try #require(error["data"]?["context"]?.string)
    #expect(context.utf8.elementsEqual(echoed.utf8))
  }
}
