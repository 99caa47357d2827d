import CSQLite
import SQLite
import Synchronization
import Testing

private enum Refusal: SQLiteFailure, Equatable {
  case mine
  case sqlite(SQLiteError)

  init(_ error: SQLiteError) { self = .sqlite(error) }
}

@Suite struct `Transactions` {
  private func numbers(_ connection: Connection) throws -> [Int64] {
    try connection.rows("SELECT a FROM t ORDER BY a").map {
      guard case .integer(let number) = $0[0] else { return -1 }
      return number
    }
  }

  private func table(_ configuration: Configuration = Configuration()) throws -> Connection {
    let connection = try Connection(.memory, configuration)
    try connection.execute("CREATE TABLE t(a UNIQUE)")
    return connection
  }

  @Test func `what a closure returns is committed`() throws {
    let connection = try table()
    let result = try connection.transaction(.immediate) { () throws(SQLiteError) in
      try connection.execute("INSERT INTO t VALUES (1)")
      return connection.isInTransaction
    }
    #expect(result)
    #expect(!connection.isInTransaction)
    #expect(try numbers(connection) == [1])
  }

  @Test func `what a closure throws undoes everything and comes out`() throws {
    let connection = try table()
    #expect(throws: Refusal.mine) {
      try connection.transaction(.deferred) { () throws(Refusal) in
        do throws(SQLiteError) { try connection.execute("INSERT INTO t VALUES (1)") } catch {
          throw .init(error)
        }
        throw .mine
      }
    }
    #expect(!connection.isInTransaction)
    #expect(try numbers(connection) == [])
  }

  @Test func `an inner transaction is undone alone`() throws {
    let connection = try table()
    try connection.transaction(.immediate) { () throws(SQLiteError) in
      try connection.execute("INSERT INTO t VALUES (1)")
      let inner = failure {
        try connection.transaction(.immediate) { () throws(SQLiteError) in
          try connection.execute("INSERT INTO t VALUES (2)")
          try connection.execute("INSERT INTO t VALUES (1)")
        }
      }
      #expect(inner?.kind == .constraint(.unique))
      try connection.transaction(.immediate) { () throws(SQLiteError) in
        try connection.execute("INSERT INTO t VALUES (3)")
      }
    }
    #expect(try numbers(connection) == [1, 3])
  }

  /// Bytes in the write-ahead log before the commit of rows of 4 KB, each of which fills a page.
  private func logSize(afterRows count: Int, _ configuration: Configuration) throws -> Int {
    let scratch = try Scratch()
    let connection = try Connection(scratch.file(), configuration)
    try connection.execute("CREATE TABLE t(a)")
    try connection.checkpoint()
    return try connection.transaction(.immediate) { () throws(SQLiteError) in
      for _ in 0..<count { try connection.execute("INSERT INTO t VALUES (zeroblob(4000))") }
      return FileFacts(path: scratch.path("a.sqlite-wal"))?.size ?? 0
    }
  }

  @Test func `changes greater than the page cache stay out of the log until the commit`() throws {
    let small = Configuration(cacheKibibytes: 2_000)
    #expect(try logSize(afterRows: 1_500, small) == 0)
    #expect(try logSize(afterRows: 1_500, Configuration(cacheKibibytes: 2_000, spillKibibytes: 1_000)) > 0)
  }

  @Test func `a lock of somebody else is busy after the timeout`() throws {
    let scratch = try Scratch()
    let holder = try Connection(scratch.file())
    let waiter = try Connection(scratch.file(), Configuration(busyTimeoutMilliseconds: 20))
    try holder.transaction(.immediate) { () throws(SQLiteError) in
      let error = failure { try waiter.transaction(.immediate) { () throws(SQLiteError) in } }
      #expect(error?.kind == .busy)
    }
    try waiter.transaction(.immediate) { () throws(SQLiteError) in }
  }

  @Test func `cancelling ends the wait for a lock`() throws {
    let scratch = try Scratch()
    let holder = try Connection(scratch.file())
    let waiter = try Connection(scratch.file(), Configuration(busyTimeoutMilliseconds: 60_000))
    waiter.isCancelled = { true }
    try holder.transaction(.immediate) { () throws(SQLiteError) in
      #expect(failure { try waiter.transaction(.immediate) { () throws(SQLiteError) in } }?.kind == .busy)
    }
  }

  @Test func `cancelling ends a long statement`() throws {
    let connection = try table()
    let looks = Mutex(0)
    connection.isCancelled = {
      looks.withLock {
        $0 += 1; return $0 > 3
      }
    }
    let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
    #expect(failure { _ = try connection.row(endless) }?.kind == .interrupted)
    connection.isCancelled = nil
    #expect(try numbers(connection) == [])
  }

  @Test func `the n-th failing call leaves old or new and no open transaction`() throws {
    for code in [SQLITE_FULL, SQLITE_IOERR, SQLITE_BUSY] {
      var failedAtEveryPlace = 0
      for place in 1... {
        let count = Mutex(-1_000)
        let hook: FaultHook = { _ in
          count.withLock {
            $0 += 1; return $0 == place ? code : nil
          }
        }
        let connection = try table(Configuration(fault: hook))
        count.withLock { $0 = 0 }
        let error = failure {
          try connection.transaction(.immediate) { () throws(SQLiteError) in
            try connection.execute("INSERT INTO t VALUES (1)")
            try connection.execute("INSERT INTO t VALUES (2)")
          }
        }
        count.withLock { $0 = -1_000 }
        #expect(!connection.isInTransaction)
        #expect(try numbers(connection) == (error == nil ? [1, 2] : []))
        guard error != nil else { break }
        failedAtEveryPlace += 1
      }
      #expect(failedAtEveryPlace == 6)
    }
  }
}
