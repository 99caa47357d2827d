import JSON
import Testing

extension ProcessSuite {
  /// A disk that is full while the server saves.
  @Suite struct FullDiskTests {
    /// A shell command that makes a small file system visible to this server alone, then becomes the server.
    static let smallDisk =
      #"mount -t tmpfs -o size=2m objwire "$1" && exec "$0" serve --store "$1/tasks.sqlite""#

    static let canMount: Bool = {
      guard let scratch = try? Scratch(), let child = try? mounting(scratch, "true") else { return false }
      return (try? child.wait()) == .code(0)
    }()

    /// Runs a program with the directory as a file system of its own; needs user namespaces or root.
    private static func mounting(_ scratch: Scratch, _ program: String) throws -> ChildProcess {
      try ChildProcess(
        path: "unshare", ["-rm", "sh", "-c", smallDisk, program, scratch.path],
        environment: ["PATH": "/usr/bin:/bin:/usr/sbin:/sbin"])
    }

    @Test(.enabled(if: canMount, "needs a file system of its own"))
    func `a full disk is store.full, keeps pending changes and harms no row`() throws {
      let scratch = try Scratch()
      let server = Server(process: try Self.mounting(scratch, Binary.path))
      try server.addSaved("A")
      let text = String(repeating: "x", count: 4_000)
      let many = (0..<1_000).map { #"{"uuid": "\#($0)", "taskDescription": "\#(text)"}"# }.joined(
        separator: ", ")
      try server.check("task.add", #"{"values": {"taskDescription": "a", "uuid": "B"}}"#, gives: "{}")
      try server.check("task.add", #"{"objects": [\#(many)], "save": true}"#, failsWith: "store.full")
      #expect(try server.uuids() == ["A", "B"])
      try server.check("context.save", gives: #"{"saved": {"insertedCount": 1}}"#)
      #expect(try server.uuids() == ["A", "B"])
      try server.expectEnd()
    }

    /// The same where nothing can be mounted: a limit on the size of every file the server writes.
    @Test func `a file that cannot grow is an error, and pending changes are kept`() throws {
      let scratch = try Scratch()
      let limited = #"ulimit -f 400; trap '' XFSZ; exec "$0" serve --store "$1""#
      let server = Server(
        process: try ChildProcess(
          path: "sh", ["-c", limited, Binary.path, scratch.store], environment: ["PATH": "/usr/bin:/bin"]))
      try server.addSaved("A")
      let text = String(repeating: "x", count: 4_000)
      let many = (0..<500).map { #"{"uuid": "\#($0)", "taskDescription": "\#(text)"}"# }.joined(
        separator: ", ")
      try server.check("task.add", #"{"objects": [\#(many)]}"#, gives: "{}")
      let reply = try server.call("context.save")
      #expect(reply.result == nil && reply.kind != nil, "\(reply.line)")
      try server.check("task.count", gives: #"{"count": 501}"#)
      try server.check("context.rollback", gives: "{}")
      #expect(try server.uuids() == ["A"])
      try server.addSaved("B")
      _ = try server.finish()
      #expect(
        try SQLiteShell.query(scratch.store, "PRAGMA integrity_check; SELECT ZUUID FROM ZTASK") == [
          "ok", "A", "B",
        ])
    }
  }
}
