import Foundation
import Glibc
import JSON
import Testing

extension ProcessSuite {
  /// Clients that write and do not read: protocol.md, "Messages".
  @Suite struct FloodTests {
    /// Memory that a flood may cost, in bytes.
    static let growthLimit = 64 << 20

    /// More bytes of requests than a server accepts from a client that does not read.
    static let floodSize = 28 << 20

    static func request(_ id: Int, _ method: String, _ params: String) -> String {
      #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(params)}"# + "\n"
    }

    /// Requests one after the other, each made by `make` from its id, as many as a flood needs.
    static func flood(_ make: (Int) -> String) -> (bytes: [UInt8], lineEnds: [Int]) {
      var bytes: [UInt8] = []
      bytes.reserveCapacity(floodSize + 1_024)
      var lineEnds: [Int] = []
      while bytes.count < floodSize {
        bytes += make(lineEnds.count).utf8
        lineEnds.append(bytes.count)
      }
      return (bytes, lineEnds)
    }

    /// The id of a reply, whose members have a fixed order.
    static func id(of line: ArraySlice<UInt8>) -> Int? {
      let digits = line.dropFirst(#"{"jsonrpc":"2.0","id":"#.utf8.count).prefix { (0x30...0x39).contains($0) }
      return Int(String(decoding: digits, as: UTF8.self))
    }

    /// Requests that only need an answer; short ones, which cost the server most, in the long form of the tests.
    static let pings = flood { [text = String(repeating: "x", count: Binary.runsFully ? 20 : 900)] id in
      request(id, "server.ping", #"{"a":"\#(text)"}"#)
    }

    /// Floods a server, looks at its memory, then reads everything: each accepted request has one reply.
    func check(_ server: Server, _ flood: (bytes: [UInt8], lineEnds: [Int])) throws {
      let (bytes, lineEnds) = flood
      let before = try server.process.memory().now
      let taken = try server.process.flood(with: bytes)
      #expect(taken < bytes.count, "the server reads on although nobody reads its replies")
      #expect(try server.process.memory().peak - before < Self.growthLimit)
      // The last request may be cut off: its rest is sent, so that every one is whole.
      let accepted = try #require(lineEnds.firstIndex { $0 >= taken })
      try server.process.send(bytes: Array(bytes[taken..<lineEnds[accepted]]))
      server.process.closeInput()
      let text = try server.process.readToEnd()
      var counts = [Int](repeating: 0, count: accepted + 1)
      for line in text.split(separator: 10) {
        counts[try #require(Self.id(of: line))] += 1
      }
      #expect(counts.allSatisfy { $0 == 1 })
      #expect(try server.process.wait() == .code(0), "\(server.process.errorText)")
    }

    @Test func `short requests`() throws {
      try check(try Server(store: nil), Self.pings)
    }

    @Test func `requests whose answer is as long`() throws {
      let text = String(repeating: "x", count: 8_000)
      try check(
        try Server(store: nil), Self.flood { Self.request($0, "server.ping", #"{"a":"\#(text)"}"#) })
    }

    @Test func `requests to several contexts with long answers, and some that look at the server`() throws {
      let server = try Server(store: nil)
      let names = (0..<5).map { "context\($0)" }
      for name in names { try server.check("context.create", #"{"name": "\#(name)"}"#, gives: "{}") }
      let objects = repeatElement(
        #"{"taskDescription": "\#(String(repeating: "é", count: 200))"}"#, count: 10)
      try server.check(
        "task.add", #"{"objects": [\#(objects.joined(separator: ","))], "save": true}"#, gives: "{}")
      let padding = String(repeating: " ", count: 8_000)
      let flood = Self.flood { id in
        if id % 50 == 49 { return Self.request(id, "server.status", "{}") }
        return Self.request(
          id, "task.fetch", #"{"context":"\#(names[id % 5])","predicate":"TRUEPREDICATE\#(padding)"}"#)
      }
      try check(server, flood)
    }

    @Test func `a batch`() throws {
      let server = try Server(store: nil)
      let before = try server.process.memory().now
      let count = 3_000
      let item = Self.request(0, "rpc.discover", "{}").dropLast()
      try server.process.send("[" + repeatElement(item, count: count).joined(separator: ",") + "]")
      server.process.closeInput()
      let reply = String(decoding: try server.process.readToEnd(), as: UTF8.self)
      func occurrences(_ text: String) -> Int { reply.components(separatedBy: text).count - 1 }
      let refused = occurrences(#""limit":"batchAnswerBytes""#)
      #expect(refused > count / 4 && refused < count)
      #expect(occurrences(#"{"jsonrpc":"2.0","id":0,"result":{"openrpc":"#) == count - refused)
      #expect(try server.process.memory().peak - before < 200 << 20)
    }

    /// A request that waits must not keep the many others that came in the same read.
    @Test func `one waiting request among many that are answered`() throws {
      let scratch = try Scratch()
      let server = try Server(store: scratch.store, ["--busy-timeout", "600000"])
      try server.addSaved("KEPT")
      let lock = try SQLiteShell.holdingWriteLock(of: scratch.store)
      let before = try server.process.memory().now
      // The first waits for the lock, the others behind it; the pings between them are answered.
      let ping =
        #"{"jsonrpc":"2.0","method":"server.ping","params":{"a":"\#(String(repeating: "x", count: 900))"}}"#
        + "\n"
      let waiting = 1_500
      try server.send("task.add", #"{"values": {"taskDescription": "a"}, "save": true}"#)
      let pings = String(repeating: ping, count: 70)
      for _ in 0..<waiting {
        try server.send("task.count")
        try server.process.send(bytes: Array(pings.utf8))
      }
      try server.check("server.ping", gives: "{}")
      #expect(try server.process.memory().now - before < Self.growthLimit)
      try lock.send("ROLLBACK;")
      try server.check("task.count", gives: #"{"count": 2}"#)
    }

    @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
    func `a signal ends a server whose client does not read`(_ signal: Int32) throws {
      let server = try Server(store: nil)
      _ = try server.process.flood(with: Self.pings.bytes)
      server.process.kill(signal)
      #expect(try server.process.wait() == .code(128 + signal))
    }

    @Test func `a signal ends a server whose queue is full, and what waits is answered`() throws {
      let scratch = try Scratch()
      let server = try Server(store: scratch.store, ["--busy-timeout", "600000"])
      try server.addSaved("KEPT")
      try server.check("task.add", #"{"values": {"taskDescription": "a"}}"#, gives: "{}")
      let lock = try SQLiteShell.holdingWriteLock(of: scratch.store)
      let stuck = try server.send("context.save")
      let padding = String(repeating: " ", count: 8_000)
      let (bytes, _) = Self.flood {
        Self.request($0 + 1_000, "task.count", #"{"predicate":"TRUEPREDICATE\#(padding)"}"#)
      }
      let taken = try server.process.flood(with: bytes)
      #expect(taken < bytes.count)
      server.process.kill(SIGTERM)
      for id in [stuck, 1_000] { #expect(try server.reply(to: id).kind == "cancelled") }
      _ = try server.process.readToEnd()
      #expect(try server.process.wait() == .code(143))
      #expect(server.process.errorText.contains("unsaved changes of context view"))
      _ = lock
    }

    /// Progress reports and replies of a save must not wait for the client inside of its transaction.
    @Test func `a client that does not read keeps no other process waiting for the store`() throws {
      let scratch = try Scratch()
      let server = try Server(store: scratch.store)
      try server.check("context.create", #"{"name": "a"}"#, gives: "{}")
      func objects(_ count: Int) -> String {
        repeatElement(#"{"taskDescription": "x"}"#, count: count).joined(separator: ",")
      }
      try server.check("task.add", #"{"objects": [\#(objects(500))], "save": true}"#, gives: "{}")
      try server.check("task.add", #"{"context": "a", "objects": [\#(objects(20_000))]}"#, gives: "{}")
      let save = Self.request(9_000, "context.save", #"{"context":"a","workDoneToken":1}"#)
      let fetches = (0..<200).map { Self.request($0 + 1_000, "task.fetch", "{}") }
      _ = try server.process.flood(with: Array((save + fetches.joined()).utf8))
      let other = try Server(store: scratch.store, ["--busy-timeout", "120000"])
      try other.addSaved("OTHER")
      #expect(try server.reply(to: 9_000).result?["saved"]?["insertedCount"] == 20_000)
      try other.check("task.count", gives: #"{"count": 20501}"#)
    }

    @Test func `a client that goes away in the middle of a flood ends the server`() throws {
      let server = try Server(store: nil)
      _ = try server.process.flood(with: Self.pings.bytes)
      server.process.closeOutput()
      #expect(try server.process.wait() == .code(0), "\(server.process.errorText)")
    }

    @Test func `the death of the client's process ends a server that nobody reads`() throws {
      let parent = try ChildProcess(path: "cat", [], environment: ["PATH": "/usr/bin:/bin"])
      let server = try Server(store: nil)
      try server.check("initialize", #"{"processId": \#(parent.identifier)}"#, gives: "{}")
      _ = try server.process.flood(with: Self.pings.bytes)
      parent.kill(SIGKILL)
      _ = try parent.wait()
      #expect(try server.process.wait() == .code(0))
    }

    @Test func `SIGHUP that was ignored from the start does not end the server`() throws {
      let server = Server(
        process: try ChildProcess(
          path: "sh", ["-c", #"trap '' HUP; exec "$0" serve --in-memory"#, Binary.path],
          environment: ["PATH": "/usr/bin:/bin"]))
      try server.check("server.ping", gives: "{}")
      server.process.kill(SIGHUP)
      try server.check("task.count", gives: #"{"count": 0}"#)
      try server.expectEnd(0)
    }
  }
}
