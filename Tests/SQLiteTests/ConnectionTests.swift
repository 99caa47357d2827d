import CSQLite
import Foundation
import SQLite
import Testing

/// A directory of its own that is removed at the end.
final class Scratch {
  let directory = FileManager.default.temporaryDirectory.appending(path: "SQLiteTests-\(UUID())")

  init() throws {
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: directory)
  }

  func path(_ name: String = "a.sqlite") -> String {
    directory.appending(path: name).path
  }

  func file(_ access: Location.Access = .create, _ name: String = "a.sqlite") -> Location {
    .file(path: path(name), access: access)
  }
}

/// The error of SQLite that a closure throws; nil when it throws none.
func failure(_ body: () throws -> Void) -> SQLiteError? {
  do {
    try body()
  } catch {
    return error as? SQLiteError ?? SQLiteError(code: -1, message: "\(error)")
  }
  return nil
}

@Suite struct `Connections` {
  @Test(arguments: ["plain.sqlite", "ä ?&#%25.sqlite", "%41.sqlite", "file:x?mode=memory"])
  func `a path means itself, whatever its characters`(name: String) throws {
    let scratch = try Scratch()
    let connection = try Connection(scratch.file(.create, name))
    try connection.execute("CREATE TABLE t(a)")
    #expect(FileManager.default.fileExists(atPath: scratch.path(name)))
  }

  @Test func `a path with a null byte cannot be opened`() {
    #expect(failure { _ = try Connection(.file(path: "/tmp/a\0b", access: .create)) }?.kind == .cannotOpen)
  }

  @Test func `a missing file is made only on request`() throws {
    let scratch = try Scratch()
    for access in [Location.Access.readOnly, .readWrite, .immutable] {
      #expect(failure { _ = try Connection(scratch.file(access)) }?.kind == .cannotOpen)
    }
    #expect(!FileManager.default.fileExists(atPath: scratch.path()))
  }

  @Test func `a new file gets the page size, the vacuum mode and the write-ahead log`() throws {
    let scratch = try Scratch()
    let connection = try Connection(scratch.file())
    try connection.execute("CREATE TABLE t(a)")
    #expect(try connection.row("PRAGMA page_size") == [.integer(4096)])
    #expect(try connection.row("PRAGMA auto_vacuum") == [.integer(2)])
    #expect(try connection.row("PRAGMA journal_mode") == [.text("wal")])
    #expect(try connection.row("PRAGMA synchronous") == [.integer(2)])
    #expect(try connection.row("PRAGMA foreign_keys") == [.integer(0)])
  }

  @Test func `closing the last connection leaves one file`() throws {
    let scratch = try Scratch()
    let connection = try Connection(scratch.file())
    try connection.execute("CREATE TABLE t(a)")
    connection.close()
    let names = try FileManager.default.contentsOfDirectory(atPath: scratch.directory.path)
    #expect(names == ["a.sqlite"])
  }

  @Test func `a closed connection answers with errors`() throws {
    let connection = try Connection(.memory)
    connection.close()
    #expect(failure { try connection.execute("SELECT 1") }?.kind == .other)
    #expect(failure { try connection.transaction(.immediate) { () throws(SQLiteError) in } } != nil)
    #expect(!connection.isInTransaction)
  }

  @Test func `a file that is no database is told apart`() throws {
    let scratch = try Scratch()
    try Data(repeating: 7, count: 5000).write(to: URL(filePath: scratch.path()))
    let error = failure { _ = try Connection(scratch.file()) }
    #expect(error?.kind == .corrupt)
    #expect(error?.code == SQLITE_NOTADB)
  }

  @Test func `an immutable connection reads and leaves nothing beside the file`() throws {
    let scratch = try Scratch()
    try Connection(scratch.file()).execute("CREATE TABLE t AS SELECT 5 AS a")
    let connection = try Connection(scratch.file(.immutable))
    #expect(try connection.row("SELECT a FROM t") == [.integer(5)])
    #expect(failure { try connection.execute("DELETE FROM t") }?.kind == .readOnly)
    let names = try FileManager.default.contentsOfDirectory(atPath: scratch.directory.path)
    #expect(names == ["a.sqlite"])
  }

  @Test func `the data version follows only the commits of others`() throws {
    let scratch = try Scratch()
    let mine = try Connection(scratch.file())
    let other = try Connection(scratch.file())
    try mine.execute("CREATE TABLE t(a)")
    let before = try mine.dataVersion()
    try mine.execute("INSERT INTO t VALUES (1)")
    #expect(try mine.dataVersion() == before)
    try other.execute("INSERT INTO t VALUES (2)")
    #expect(try mine.dataVersion() != before)
  }

  @Test func `the file of a connection can be switched to the log by two at once`() async throws {
    let scratch = try Scratch()
    let location = scratch.file()
    try await withThrowingTaskGroup(of: Void.self) { (group) in
      for _ in 0..<8 {
        group.addTask {
          let connection = try Connection(location)
          try connection.execute("CREATE TABLE IF NOT EXISTS t(a)")
          try connection.execute("INSERT INTO t VALUES (1)")
        }
      }
      try await group.waitForAll()
    }
    #expect(try Connection(location).row("SELECT count(*) FROM t") == [.integer(8)])
  }

  @Test func `the caches of all connections together have a limit`() throws {
    _ = try Connection(.memory, Configuration())
    #expect(sqlite3_soft_heap_limit64(-1) == Configuration.cachesLimit)
  }
}
