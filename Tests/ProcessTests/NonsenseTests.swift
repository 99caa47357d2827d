import JSON
import TestSupport
import Testing

extension ProcessSuite {
  /// Every line of nonsense gets one error and the next line works.
  @Suite struct NonsenseTests {
    @Test func `a thousand lines of random bytes get a thousand errors or fewer, never more`() throws {
      let seed = UInt64.random(in: 0...UInt64.max)
      var random = SeededGenerator(seed: seed)
      var input: [UInt8] = []
      var count = 0
      for _ in 0..<1_000 {
        let line = randomLine(&random)
        input += line + [10]
        if !line.allSatisfy({ [9, 13, 32].contains($0) }) { count += 1 }
      }
      input += Array(LifeCycleTests.ping.utf8)
      let conversation = try Conversation(["serve", "--in-memory"], bytes: input)
      #expect(conversation.ending == .code(0), "seed \(seed): \(conversation.errorText)")
      #expect(conversation.lines.count == count + 1, "seed \(seed)")
      #expect(conversation.lines.last == LifeCycleTests.pong, "seed \(seed)")
      for line in conversation.lines.dropLast() {
        #expect(line.hasPrefix(#"{"jsonrpc":"2.0","id":null,"error":{"code":-32"#), "seed \(seed): \(line)")
      }
    }

    @Test func `a damaged request gets one reply`() throws {
      let seed = UInt64.random(in: 0...UInt64.max)
      var random = SeededGenerator(seed: seed)
      let server = try Server(store: nil)
      let whole = Array(
        #"{"jsonrpc":"2.0","id":1,"method":"task.fetch","params":{"predicate":"category == 1 AND uuid != nil"}}"#
          .utf8)
      for _ in 0..<(Binary.runsFully ? 5_000 : 500) {
        var line = whole
        for _ in 0..<Int.random(in: 1...3, using: &random) {
          let place = Int.random(in: 0..<line.count, using: &random)
          switch Int.random(in: 0..<3, using: &random) {
          case 0: line[place] = UInt8.random(in: 32..<127, using: &random)
          case 1: line.remove(at: place)
          default: line.insert(UInt8.random(in: 32..<127, using: &random), at: place)
          }
        }
        try server.process.send(
          bytes: line + [10] + Array((MessageTests.request(#""next""#, "task.count") + "\n").utf8))
        var replies = [try server.process.readLine()]
        if !replies[0].contains(#""id":"next""#) { replies.append(try server.process.readLine()) }
        #expect(replies.last == #"{"jsonrpc":"2.0","id":"next","result":{"count":0}}"#, "seed \(seed)")
      }
      try server.expectEnd()
    }

    @Test func `nesting beyond the limit is refused, however deep`() throws {
      for depth in [600, 100_000] {
        let deep = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        let conversation = try Conversation(
          input: MessageTests.request("1", "server.ping", #"{"a":\#(deep)}"#) + "\n" + deep + "\n"
            + String(repeating: #"{"a":"#, count: depth) + "\n" + LifeCycleTests.ping + "\n")
        #expect(conversation.lines.count == 4)
        #expect(conversation.lines.dropLast().allSatisfy { $0.contains(#""error":{"code":-32"#) })
        #expect(conversation.lines.last == LifeCycleTests.pong)
      }
    }

    @Test func `a predicate that is long or deep is refused in time`() throws {
      let server = try Server(store: nil)
      let deep = String(repeating: "(", count: 5_000)
      try server.check("task.count", #"{"predicate": "\#(deep)"}"#, failsWith: "limit.exceeded")
      let long = Array(repeating: "category == 1", count: 2_000).joined(separator: " OR ")
      try server.check("task.count", #"{"predicate": "\#(long)"}"#, gives: #"{"count": 0}"#)
      let tooLong = String(repeating: " ", count: 1_100_000) + "TRUEPREDICATE"
      let reply = try server.call("task.count", #"{"predicate": "\#(tooLong)"}"#)
      #expect(
        reply.kind == "limit.exceeded" || reply.kind == "predicate.syntax", "\(reply.kind ?? reply.line)")
    }

    private func randomLine(_ random: inout SeededGenerator) -> [UInt8] {
      let alphabet = Array(#"{}[]",:\0123456789.eE+-truefalsn "#.utf8)
      return (0..<Int.random(in: 1...60, using: &random)).map { _ in
        Bool.random(using: &random)
          ? alphabet.randomElement(using: &random)!
          : [0, 1, 0x7F, 0x80, 0xC3, 0xFF, 0xEF, 65].randomElement(using: &random)!
      }
    }
  }
}
