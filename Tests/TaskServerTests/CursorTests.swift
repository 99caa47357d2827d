import JSON
import TaskServer
import Testing
import TestSupport

/// `nextCursor` and `cursor` on the wire.
@Suite struct CursorTests {
  private func conversation(tasks: Int = 5) throws -> Conversation {
    let conversation = try Conversation()
    let objects = (0..<tasks).map { #"{"taskDescription":"t\#($0)","category":\#($0 % 2),"uuid":"u\#($0)"}"# }
    _ = try conversation.call(
      "task.add", #"{"objects":[\#(objects.joined(separator: ","))],"save":true}"#)
    return conversation
  }

  /// All pages, joined.
  private func pages(_ conversation: Conversation, _ method: String, _ params: String, _ member: String)
    throws -> [JSONValue]
  {
    var all: [JSONValue] = []
    var cursor = ""
    for _ in 0..<100 {
      let page = try conversation.call(method, "{\(params)\(cursor)}")
      all += try #require(page[member]?.array)
      guard let next = page["nextCursor"]?.string else { return all }
      cursor = #","cursor":"\#(next)""#
    }
    Issue.record("the pages do not end")
    return all
  }

  @Test(arguments: ["objects", "objectIDs", "dictionaries"])
  func `pages of every result type join to the whole`(_ type: String) throws {
    let conversation = try conversation()
    for sort in ["[]", #"["category"]"#, #"["-category","-taskDescription"]"#] {
      for (method, scope) in [("task.fetch", ""), ("object.fetch", #""entity":"Task","#)] {
        let params = #"\#(scope)"sort":\#(sort),"resultType":"\#(type)""#
        let whole = try conversation.call(method, "{\(params)}")
        #expect(whole["nextCursor"] == nil)
        for limit in 1...5 {
          let joined = try pages(conversation, method, #"\#(params),"limit":\#(limit)"#, type)
          #expect(joined == whole[type]?.array, "\(sort), \(limit)")
        }
      }
    }
  }

  @Test func `categories have pages too`() throws {
    let conversation = try Conversation()
    for name in ["a", "b", "c"] {
      _ = try conversation.call("category.add", #"{"values":{"category":"\#(name)"}}"#)
    }
    let all = try pages(conversation, "category.fetch", #""limit":2,"sort":["-category"]"#, "objects")
    #expect(all.map { $0["category"]?.string } == ["c", "b", "a"])
  }

  @Test func `sort keys that decide nothing cost nothing`() throws {
    let conversation = try conversation()
    let sort = (["-category"] + Array(repeating: "category", count: 1_900)).map { "\"\($0)\"" }
    let params = #""sort":[\#(sort.joined(separator: ","))],"limit":2"#
    #expect(try pages(conversation, "task.fetch", params, "objects").count == 5)
    // A key that ignores case leaves something to decide.
    let folded = #""sort":[{"key":"taskDescription","options":"c"},"-taskDescription"],"limit":1"#
    for name in ["b", "B"] {
      _ = try conversation.call("task.add", #"{"values":{"taskDescription":"\#(name)"}}"#)
    }
    let names = try pages(conversation, "task.fetch", folded, "objects").map { $0["taskDescription"]?.string }
    #expect(names.prefix(2) == ["b", "B"])
  }

  private func refusal(_ conversation: Conversation, _ params: String) throws -> (String?, String?) {
    let error = try conversation.call("task.fetch", params)
    #expect(error["code"]?.int64 == -32602)
    return (error["data"]?["pointer"]?.string, error["message"]?.string)
  }

  @Test(arguments: [
    (#""sort":["date"]"#, "sort"), (#""sort":["-category"]"#, "sort"),
    (#""sort":[{"key":"category","nulls":"last"}]"#, "sort"),
    (#""predicate":"finished == NO","sort":["category"]"#, "predicate"),
    (#""resultType":"objectIDs","sort":["category"]"#, "resultType"),
    (#""includesPendingChanges":false,"sort":["category"]"#, "includesPendingChanges"),
  ])
  func `a cursor belongs to one fetch`(_ params: String, _ name: String) throws {
    let conversation = try conversation()
    let page = try conversation.call("task.fetch", #"{"sort":["category"],"limit":2}"#)
    let cursor = try #require(page["nextCursor"]?.string)
    let (pointer, message) = try refusal(conversation, #"{\#(params),"cursor":"\#(cursor)"}"#)
    #expect(pointer == "/params/cursor")
    #expect(message == "The cursor belongs to a fetch with another \(name).")
    // Other spellings of the same order, another limit, other properties and another context are no other fetch.
    _ = try conversation.call("context.create", #"{"name":"other"}"#)
    let same = try conversation.call(
      "task.fetch",
      #"{"sort":[{"key":"category","ascending":true,"nulls":"first"}],"properties":["uuid"],"limit":3,"context":"other","cursor":"\#(cursor)"}"#
    )
    #expect(same["objects"]?.array?.map { $0["uuid"]?.string } == ["u4", "u1", "u3"])
  }

  @Test func `a cursor of another entity, another store or with an offset is refused`() throws {
    let conversation = try conversation()
    let page = try conversation.call("task.fetch", #"{"limit":2}"#)
    let cursor = try #require(page["nextCursor"]?.string)
    let category = try conversation.call("category.fetch", #"{"cursor":"\#(cursor)"}"#)
    #expect(category["message"]?.string == "The cursor belongs to a fetch with another entity.")
    let (_, message) = try refusal(try self.conversation(), #"{"cursor":"\#(cursor)"}"#)
    #expect(message == "The cursor belongs to a fetch with another store.")
    let (pointer, _) = try refusal(conversation, #"{"cursor":"\#(cursor)","offset":1}"#)
    #expect(pointer == "/params/offset")
    #expect(try conversation.call("task.fetch", #"{"cursor":null}"#)["objects"]?.array?.count == 5)
  }

  @Test func `arguments are part of the predicate`() throws {
    let conversation = try conversation()
    let predicate = #""predicate":"category >= %@","limit":1"#
    let page = try conversation.call("task.fetch", #"{\#(predicate),"arguments":[0]}"#)
    let cursor = try #require(page["nextCursor"]?.string)
    let (_, message) = try refusal(conversation, #"{\#(predicate),"arguments":[1],"cursor":"\#(cursor)"}"#)
    #expect(message == "The cursor belongs to a fetch with another predicate.")
  }

  @Test func `whatever is no cursor is refused, cut off at each byte or with a bit turned`() throws {
    let conversation = try conversation()
    let page = try conversation.call("task.fetch", #"{"sort":["taskDescription","-date"],"limit":2}"#)
    let cursor = try #require(page["nextCursor"]?.string)
    var texts = ["", "A", "AAAA", "x y", "é", "ANd8bOpZ", String(repeating: "A", count: 100_000)]
    texts += (0..<cursor.utf8.count).map { String(cursor.prefix($0)) } + [cursor + "AAAA"]
    let bytes = try #require(Base64.decode(cursor))
    for index in bytes.indices {
      for bit in 0..<8 {
        var damaged = bytes
        damaged[index] ^= 1 << bit
        texts.append(Base64.encode(damaged.span))
      }
    }
    for text in texts {
      let (pointer, message) = try refusal(
        conversation, #"{"sort":["taskDescription","-date"],"cursor":"\#(text)"}"#)
      #expect(pointer == "/params/cursor")
      #expect(message == "The cursor is damaged.", "\(text)")
    }
    let (pointer, _) = try refusal(conversation, #"{"cursor":7}"#)
    #expect(pointer == "/params/cursor")
  }

  @Test func `a forged place with the right checksum goes nowhere bad`() throws {
    let conversation = try conversation()
    let page = try conversation.call("task.fetch", #"{"sort":["taskDescription"],"limit":1}"#)
    let cursor = try #require(page["nextCursor"]?.string)
    let bytes = try #require(Base64.decode(cursor))
    var random = SeededGenerator(seed: 7)
    // Version and tags stay; what follows them is anything.
    let head = bytes.prefix(25)
    for _ in 0..<2_000 {
      var content = head + bytes.dropFirst(25).dropLast(8)
      for _ in 0..<1 + random.next() % 4 where content.count > 25 {
        let index = 25 + Int(random.next() % UInt64(content.count - 25))
        switch random.next() % 3 {
        case 0: content[index] = UInt8(truncatingIfNeeded: random.next())
        case 1: content.remove(at: index)
        default: content.insert(random.pick([0, 1, 3, 4, 5, 0x7F, 0xFF]), at: index)
        }
      }
      let hash = content.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
      let whole = Array(content) + (0..<8).map { UInt8(truncatingIfNeeded: hash >> (56 - 8 * UInt64($0))) }
      let answer = try conversation.call(
        "task.fetch", #"{"sort":["taskDescription"],"cursor":"\#(Base64.encode(whole.span))"}"#)
      #expect(answer["objects"] != nil || answer["code"]?.int64 == -32602)
    }
  }

  @Test func `a cursor behind a text of a megabyte is short, and needs its object`() throws {
    let conversation = try Conversation()
    let long = String(repeating: "x", count: 1 << 20)
    for name in ["a", "b"] {
      _ = try conversation.call(
        "task.add", #"{"values":{"taskDescription":"\#(long)\#(name)","uuid":"\#(name)"},"save":true}"#)
    }
    let params = #""sort":["taskDescription"],"properties":["uuid"]"#
    let page = try conversation.call("task.fetch", #"{\#(params),"limit":1}"#)
    let cursor = try #require(page["nextCursor"]?.string)
    #expect(cursor.utf8.count < 200)
    let next = #"{\#(params),"cursor":"\#(cursor)"}"#
    let rest = try conversation.call("task.fetch", next)
    #expect(rest["objects"]?.array?.map { $0["uuid"]?.string } == ["b"])
    _ = try conversation.call("task.delete", #"{"uuid":"a","save":true}"#)
    let (pointer, _) = try refusal(conversation, next)
    #expect(pointer == "/params/cursor")
  }

  @Test func `a cursor outlives the server that made it`() throws {
    let directory = try TemporaryDirectory()
    func open() throws -> Conversation {
      try Conversation { $0.storage = .file(directory.path("tasks.sqlite")) }
    }
    let first = try open()
    _ = try first.call("task.add", #"{"objects":[{"uuid":"a"},{"uuid":"b"},{"uuid":"c"}]}"#)
    _ = try first.call(
      "task.update", #"{"predicate":"TRUEPREDICATE","values":{"taskDescription":"x"},"save":true}"#)
    let cursor = try #require(
      try first.call("task.fetch", #"{"limit":1,"sort":["-uuid"]}"#)["nextCursor"]?.string)
    _ = first.server.close()
    let second = try open()
    let page = try second.call("task.fetch", #"{"sort":["-uuid"],"cursor":"\#(cursor)"}"#)
    #expect(page["objects"]?.array?.map { $0["uuid"]?.string } == ["b", "a"])
    _ = second.server.close()
  }
}
