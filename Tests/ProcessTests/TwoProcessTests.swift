import JSON
import Testing

extension ProcessSuite {
  /// Two processes on one store.
  @Suite struct TwoProcessTests {
    /// SQLite gives a lock to anybody who asks at the right moment, so on a busy machine one may wait for long.
    private static let patient = ["--busy-timeout", "120000"]

    @Test func `a save is seen by the other process as soon as its reply was received`() throws {
      let scratch = try Scratch()
      let one = try Server(store: scratch.store)
      let two = try Server(store: scratch.store)
      for index in 0..<50 {
        let (writer, reader) = index % 2 == 0 ? (one, two) : (two, one)
        try writer.addSaved("\(index)")
        try reader.check("task.get", #"{"uuid": "\#(index)"}"#, gives: #"{"uuid": "\#(index)"}"#)
        try reader.check("task.count", gives: #"{"count": \#(index + 1)}"#)
      }
    }

    @Test func `two processes that start at once make one store`() throws {
      for _ in 0..<(Binary.runsFully ? 30 : 4) {
        let scratch = try Scratch()
        let servers = try (0..<3).map { _ in
          try Server(store: scratch.path("new/tasks.sqlite"), Self.patient)
        }
        let ids = try servers.enumerated().map { index, server in
          try server.send(
            "task.add", #"{"values": {"taskDescription": "a", "uuid": "\#(index)"}, "save": true}"#)
        }
        for (server, id) in zip(servers, ids) {
          let reply = try server.reply(to: id)
          #expect(reply.result?["saved"]?["insertedCount"] == 1, "\(reply.line)")
        }
        #expect(try servers[0].uuids().sorted() == ["0", "1", "2"])
      }
    }

    @Test func `two processes that save at once lose nothing`() throws {
      let scratch = try Scratch()
      let servers = try (0..<2).map { _ in try Server(store: scratch.store, Self.patient) }
      let count = 100
      var ids: [[Int]] = [[], []]
      for index in 0..<count {
        for side in 0..<2 {
          ids[side].append(
            try servers[side].send(
              "task.add", #"{"values": {"taskDescription": "a", "uuid": "\#(side)-\#(index)"}, "save": true}"#
            ))
        }
      }
      for side in 0..<2 {
        for id in ids[side] {
          let reply = try servers[side].reply(to: id)
          #expect(reply.result != nil, "\(reply.line)")
        }
      }
      for server in servers { try server.check("task.count", gives: #"{"count": \#(2 * count)}"#) }
      let keys = try SQLiteShell.query(scratch.store, "SELECT count(DISTINCT Z_PK), max(Z_PK) FROM ZTASK")
      #expect(keys == ["\(2 * count)|\(2 * count)"])
    }

    @Test func `a locked store is an error after the busy timeout, and pending changes are kept`() throws {
      let scratch = try Scratch()
      let server = try Server(store: scratch.store, ["--busy-timeout", "100"])
      try server.addSaved("A")
      try server.check("task.add", #"{"values": {"taskDescription": "a", "uuid": "B"}}"#, gives: "{}")
      let shell = try SQLiteShell.holdingWriteLock(of: scratch.store)
      try server.check("context.save", failsWith: "store.locked", code: 134090)
      try server.check(
        "task.add", #"{"values": {"taskDescription": "a", "uuid": "C"}, "save": true}"#,
        failsWith: "store.locked", code: 134090)
      #expect(try server.uuids() == ["A", "B"])
      try server.check("context.status", gives: #"{"inserted": [{"uuid": "B"}]}"#)
      try shell.send("ROLLBACK;", ".print free")
      #expect(try shell.readLine() == "free")
      try server.check("context.save", gives: #"{"saved": {"insertedCount": 1}}"#)
      try server.expectEnd()
      shell.closeInput()
    }

    @Test func `a change made by hand in the sqlite3 shell is seen`() throws {
      let scratch = try Scratch()
      let server = try TaskTests.filled(scratch.store)
      try server.check("task.get", #"{"uuid": "A"}"#, gives: #"{"category": 1}"#)
      _ = try SQLiteShell.query(
        scratch.store, "UPDATE ZTASK SET ZCATEGORY = 6, Z_OPT = Z_OPT + 1 WHERE ZUUID = 'A'")
      try server.check("task.get", #"{"uuid": "A"}"#, gives: #"{"category": 6, "$version": 2}"#)
    }
  }
}
