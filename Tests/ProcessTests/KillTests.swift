import Glibc
import JSON
import TestSupport
import Testing

extension ProcessSuite {
  /// Kill −9 at any moment: every acknowledged save is there, and nothing half done.
  @Suite struct KillTests {
    /// How often the server is killed; the full number is what a release has to stand.
    static let kills = Binary.runsFully ? 300 : 6

    /// Step `n` inserts three tasks and sets the category of every task to `n`, in one save.
    ///
    /// So a store that is neither before nor after a step shows it: the number of rows is three times the
    /// step, and every row carries the step's number.
    @Test func `after a kill the store is that of one whole step, no older than the last acknowledged one`()
      throws
    {
      let seed = UInt64.random(in: 0...UInt64.max)
      var random = SeededGenerator(seed: seed)
      var scratch = try Scratch()
      var step = 0
      for kill in 0..<Self.kills {
        if step > 40 {
          scratch = try Scratch()
          step = 0
        }
        let server = try Server(store: scratch.store)
        let sent = try sendSteps(30, after: step, to: server)
        let acknowledged = try acknowledge(
          Int.random(in: 0..<30, using: &random), of: sent, by: server,
          pause: Int.random(in: 0..<400, using: &random))
        let least = max(step, acknowledged)
        step = try checkStore(scratch.store, "seed \(seed), kill \(kill)")
        #expect(
          step >= least && step <= sent.last!.step, "seed \(seed), kill \(kill): \(step), not from \(least)")
      }
    }

    /// A kill while the store is being made leaves a place where the next start makes or opens it.
    @Test func `a kill while the store is made does no harm`() throws {
      let seed = UInt64.random(in: 0...UInt64.max)
      var random = SeededGenerator(seed: seed)
      for kill in 0..<(Binary.runsFully ? 60 : 5) {
        let scratch = try Scratch()
        let victim = try Server(store: scratch.path("made/tasks.sqlite"))
        spin(microseconds: Int.random(in: 0..<30_000, using: &random))
        victim.process.kill(SIGKILL)
        _ = try victim.process.wait()
        let next = try Server(store: scratch.path("made/tasks.sqlite"))
        try next.addSaved("A")
        #expect(try next.uuids() == ["A"], "seed \(seed), kill \(kill)")
        try next.expectEnd()
      }
    }

    private func sendSteps(
      _ count: Int, after first: Int, to server: Server
    ) throws -> [(step: Int, id: Int)] {
      var sent: [(step: Int, id: Int)] = []
      for step in first + 1...first + count {
        let objects = (0..<3).map {
          #"{"uuid": "\#(step)-\#($0)", "taskDescription": "a", "category": \#(step)}"#
        }
        try server.send("task.add", #"{"objects": [\#(objects.joined(separator: ", "))]}"#)
        let update = #"{"predicate": "TRUEPREDICATE", "values": {"category": \#(step)}, "save": true}"#
        sent.append((step, try server.send("task.update", update)))
      }
      return sent
    }

    /// Reads some replies, kills the server and then reads what it had still written.
    ///
    /// - Returns: the last step whose save was acknowledged, 0 if none was.
    private func acknowledge(
      _ count: Int, of sent: [(step: Int, id: Int)], by server: Server, pause: Int
    ) throws -> Int {
      var last = 0
      for (step, id) in sent.prefix(count) {
        let reply = try server.reply(to: id)
        #expect(reply.result?["saved"] != nil, "\(reply.line)")
        last = step
      }
      spin(microseconds: pause)
      server.process.kill(SIGKILL)
      for (step, id) in sent.dropFirst(count) {
        guard let reply = try? server.reply(to: id) else { break }
        if reply.result?["saved"] != nil { last = step }
      }
      #expect(try server.process.wait() == .signal(SIGKILL))
      return last
    }

    /// The step that the store is at; an issue is recorded when it is between two.
    private func checkStore(_ store: String, _ comment: String) throws -> Int {
      let server = try Server(store: store)
      let reply = try server.call("task.fetch", #"{"properties": ["category", "uuid"]}"#)
      let objects = try #require(reply.result?["objects"]?.array, "\(comment): \(reply.line)")
      let step = objects.count / 3
      #expect(objects.count % 3 == 0, "\(comment)")
      #expect(objects.allSatisfy { $0["category"]?.int64 == Int64(step) }, "\(comment)")
      try server.expectEnd()
      #expect(try SQLiteShell.query(store, "PRAGMA integrity_check") == ["ok"], "\(comment)")
      let keys = try SQLiteShell.query(
        store,
        "SELECT (SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'Task') >= coalesce(max(Z_PK), 0) FROM ZTASK")
      #expect(keys == ["1"], "\(comment)")
      return step
    }

    /// Passes time without giving the processor away, to hit moments between two system calls.
    private func spin(microseconds: Int) {
      let clock = ContinuousClock()
      let end = clock.now + .microseconds(microseconds)
      while clock.now < end {}
    }
  }
}
