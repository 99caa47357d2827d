import Dispatch
import JSON
import JSONRPC
import Synchronization
import Testing

@Suite struct ReplyTests {
  let transport = MemoryTransport()

  @Test func `the first answer wins`() {
    let reply = Reply(id: RequestID(Array("1".utf8)), outbox: transport.outbox)
    reply.fail(.cancelled)
    reply.succeed { $0.writeNull() }
    reply.fail(.internalError)
    #expect(transport.takeMessages().count == 1)
  }

  @Test func `many threads answer one request once`() {
    let reply = Reply(id: RequestID(Array("1".utf8)), outbox: transport.outbox)
    DispatchQueue.concurrentPerform(iterations: 16) { index in
      reply.succeed { $0.write(index) }
    }
    #expect(transport.takeMessages().count == 1)
  }

  @Test func `a batch waits for its last item and keeps its order`() {
    let requests = Mutex<[IncomingRequest]>([])
    let items = (0..<20).map { #"{"jsonrpc":"2.0","id":\#($0),"method":"m"}"# }
    var intake = Intake(outbox: transport.outbox)
    transport.receive("[" + items.joined(separator: ",") + "]") { messages in
      for message in messages {
        intake.accept(message) { request in requests.withLock { $0.append(request) } }
      }
    }
    let waiting = requests.withLock { Array($0.reversed()) }
    for request in waiting.dropLast() { request.reply.succeed { $0.writeNull() } }
    #expect(transport.takeMessages() == [])
    waiting.last?.reply.succeed { $0.writeNull() }
    let expected = (0..<20).map { #"{"jsonrpc":"2.0","id":\#($0),"result":null}"# }
    #expect(transport.takeMessages() == ["[" + expected.joined(separator: ",") + "]"])
  }

  @Test func `messages of many threads never mix`() throws {
    let outbox = transport.outbox
    DispatchQueue.concurrentPerform(iterations: 200) { index in
      outbox.hold()
      Reply(id: RequestID(Array(String(index).utf8)), outbox: outbox).succeed {
        $0.write(String(repeating: "x", count: index))
      }
      outbox.release()
    }
    let ids = try transport.takeMessages().map { try #require(try JSONValue(parsing: $0)["id"]?.int64) }
    #expect(ids.sorted() == Array(0..<200))
  }

  @Test func `a large result goes out while it is written, and whole`() throws {
    let text = String(repeating: "x", count: 1_000)
    let outbox = transport.outbox
    DispatchQueue.concurrentPerform(iterations: 12) { index in
      Reply(id: RequestID(Array(String(index).utf8)), outbox: outbox).succeed { writer in
        writer.beginArray()
        writer.commit()
        for _ in 0..<(index.isMultiple(of: 2) ? 400 : 1) {
          writer.element()
          writer.write(text)
        }
        #expect(writer.bytes.count < JSONWriter.pieceSize + 2_000)
        writer.endArray()
      }
      outbox.notify("n") { $0.append("{}") }
    }
    let messages = try transport.takeMessages().map { try JSONValue(parsing: $0) }
    let replies = messages.filter { $0["method"] == nil }
    #expect(Set(replies.compactMap { $0["id"]?.int64 }) == Set(0..<12))
    for reply in replies {
      let isLarge = try #require(reply["id"]?.int64).isMultiple(of: 2)
      #expect(reply["result"]?.array == Array(repeating: .string(text), count: isLarge ? 400 : 1))
    }
  }

  @Test func `a large result that comes too late is dropped, and one that fails in time is an error`() {
    let reply = Reply(id: RequestID(Array("1".utf8)), outbox: transport.outbox)
    reply.fail(.cancelled)
    let write = { (writer: inout JSONWriter) in
      writer.beginArray()
      for _ in 0..<100_000 {
        writer.element()
        writer.write("late")
      }
      writer.endArray()
    }
    #expect(
      !reply.succeed { writer in
        writer.commit()
        write(&writer)
      })
    Reply(id: RequestID(Array("2".utf8)), outbox: transport.outbox).succeed { (writer) throws(RPCError) in
      write(&writer)
      throw .internalError
    }
    let messages = transport.takeMessages()
    #expect(messages.count == 2)
    #expect(messages.allSatisfy { $0.contains("\"error\"") })
  }

  @Test func `a test can wait for messages of other threads`() async {
    let outbox = transport.outbox
    async let messages = transport.takeMessages(count: 3)
    DispatchQueue.global().async {
      for index in 0..<3 { outbox.send(Array(String(index).utf8)) }
    }
    #expect(await messages == ["0", "1", "2"])
  }

  @Test func `a notification to the client has no id`() {
    transport.outbox.notify("context.didSave") { $0.append("{}") }
    #expect(transport.takeMessages() == [#"{"jsonrpc":"2.0","method":"context.didSave","params":{}}"#])
  }
}
