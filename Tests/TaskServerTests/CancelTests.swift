import JSON
import TaskServer
import Testing
import TestSupport

/// `$/cancelRequest`: one reply each, and what was cancelled has changed nothing.
@Suite struct CancelTests {
  private static let cancelled =
    #"{"code":-32800,"message":"The request was cancelled.","data":{"kind":"cancelled"}}"#

  private static func cancel(_ id: String) -> String {
    #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":\#(id)}}"#
  }

  @Test(arguments: ["7", #""a""#, "1.50", "null"])
  func `a waiting request is answered at once and never runs`(_ id: String) throws {
    let conversation = try Conversation()
    // One chunk: nothing of it runs before all of it was read.
    let said = conversation.say(
      #"{"jsonrpc":"2.0","id":\#(id),"method":"task.add","params":{"values":{}}}"#, Self.cancel(id),
      #"{"jsonrpc":"2.0","id":"n","method":"task.count"}"#)
    #expect(
      said == [
        #"{"jsonrpc":"2.0","id":\#(id),"error":\#(Self.cancelled)}"#,
        #"{"jsonrpc":"2.0","id":"n","result":{"count":0}}"#,
      ])
  }

  @Test func `ids are compared as they were written, and every request of the id is meant`() throws {
    let count = #""method":"task.count"}"#
    let said = try Conversation().say(
      #"{"jsonrpc":"2.0","id":1,\#(count)"#, #"{"jsonrpc":"2.0","id":1.0,\#(count)"#,
      #"{"jsonrpc":"2.0","id":"1",\#(count)"#, #"{"jsonrpc":"2.0","id":1,\#(count)"#, Self.cancel("1"))
    #expect(
      said == [
        #"{"jsonrpc":"2.0","id":1,"error":\#(Self.cancelled)}"#,
        #"{"jsonrpc":"2.0","id":1,"error":\#(Self.cancelled)}"#,
        #"{"jsonrpc":"2.0","id":1.0,"result":{"count":0}}"#,
        #"{"jsonrpc":"2.0","id":"1","result":{"count":0}}"#,
      ])
  }

  @Test func `a cancel of nothing, or without an id, is ignored`() throws {
    let said = try Conversation().say(
      Self.cancel("5"), #"{"jsonrpc":"2.0","method":"$/cancelRequest"}"#, Self.cancel("[1]"),
      #"{"jsonrpc":"2.0","id":5,"method":"task.count"}"#, Self.cancel("6"))
    #expect(said == [#"{"jsonrpc":"2.0","id":5,"result":{"count":0}}"#])
  }

  @Test func `an item of a batch can be cancelled by the next`() throws {
    let said = try Conversation().say(
      #"[{"jsonrpc":"2.0","id":1,"method":"task.count"},\#(Self.cancel("1")),{"jsonrpc":"2.0","id":2,"method":"task.count"}]"#
    )
    #expect(
      said == [
        #"[{"jsonrpc":"2.0","id":1,"error":\#(Self.cancelled)},{"jsonrpc":"2.0","id":2,"result":{"count":0}}]"#
      ])
  }

  @Test(arguments: [false, true])
  func `a running request is answered once, and has done all or nothing`(inFile: Bool) throws {
    let directory = try TemporaryDirectory()
    let conversation = try Conversation { configuration in
      configuration.durability = .normal
      if inFile { configuration.storage = .file(directory.path("tasks.sqlite")) }
    }
    let objects = repeatElement(#"{"taskDescription":"x"}"#, count: 200).joined(separator: ",")
    var total = 0
    for round in 0..<24 {
      let add =
        #"{"jsonrpc":"2.0","id":\#(round),"method":"task.add","params":{"objects":[\#(objects)],"save":true}}"#
      // By the cancel the request may be waiting, running or done: more is read before it in each round.
      let before = Array(
        repeating: #"{"jsonrpc":"2.0","method":"server.ping"}"#, count: round * round * 8)
      let second = (before + [Self.cancel("\(round)")]).joined(separator: "\n")
      let said = conversation.sayWithoutWaiting(add) + conversation.say(second)
      #expect(said.count == 1)
      let reply = try JSONValue(parsing: said.first ?? "null")
      #expect(reply["id"]?.int64 == Int64(round))
      if let error = reply["error"] { #expect(error.text == Self.cancelled) } else { total += 200 }
      #expect(try conversation.call("task.count")["count"]?.int64 == Int64(total))
      #expect(try conversation.call("context.status")["hasChanges"] == false)
    }
  }

  @Test func `counting for a status keeps nothing else waiting, and can be cancelled`() throws {
    let directory = try TemporaryDirectory()
    let conversation = try Conversation { $0.storage = .file(directory.path("tasks.sqlite")) }
    let count = 1_000
    var lines = (0..<count).map { #"{"jsonrpc":"2.0","id":\#($0),"method":"server.status"}"# }
    // They are read long before so many statuses are done.
    lines.append(#"{"jsonrpc":"2.0","id":"ping","method":"server.ping"}"#)
    lines.append(Self.cancel("\(count - 1)"))
    let said = conversation.say(lines.joined(separator: "\n"))
    #expect(said.count == count + 1)
    let ping = try #require(said.firstIndex { $0.contains(#""id":"ping""#) })
    let cancelled = #"{"jsonrpc":"2.0","id":\#(count - 1),"error":\#(Self.cancelled)}"#
    #expect(said.contains(cancelled))
    let lastStatus = try #require(said.lastIndex { $0.contains(#""counts":"#) })
    #expect(ping < lastStatus)
  }
}
