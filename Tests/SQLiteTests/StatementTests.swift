import CSQLite
import SQLite
import Synchronization
import Testing

@Suite struct `Statements` {
  @Test(arguments: [
    SQLiteValue.null, .integer(0), .integer(.min), .integer(.max), .real(0.1), .real(-.infinity), .text(""),
    .text("a\0b"), .text("e\u{301}"), .text("é"), .text(String(repeating: "long ", count: 5000)), .blob([]),
    .blob([0, 255, 0]),
  ])
  func `a bound value comes back as it was`(value: SQLiteValue) throws {
    let connection = try Connection(.memory)
    #expect(
      try connection.row("SELECT ?1, ?1 IS NULL", [value]) == [value, .integer(value == .null ? 1 : 0)])
  }

  @Test func `not a number is null`() throws {
    #expect(try Connection(.memory).row("SELECT ?", [.real(.nan)]) == [.null])
  }

  @Test func `strings that only look alike stay two`() throws {
    let row = try Connection(.memory).row("SELECT ? = ?", [.text("e\u{301}"), .text("é")])
    #expect(row == [.integer(0)])
    #expect(SQLiteValue.text("e\u{301}") != .text("é"))
  }

  @Test func `a wrong number of values is an error`() throws {
    let connection = try Connection(.memory)
    #expect(failure { _ = try connection.row("SELECT ?", []) }?.code == SQLITE_RANGE)
    #expect(failure { _ = try connection.row("SELECT 1", [.null]) }?.code == SQLITE_RANGE)
    let statement = try connection.prepare("SELECT ?")
    for index in [-1, 0, 2, .max] {
      #expect(failure { try statement.bind(Int64(1), at: index) }?.code == SQLITE_RANGE)
      #expect(failure { try statement.bind("", at: index) }?.code == SQLITE_RANGE)
    }
  }

  @Test(arguments: ["", "  ", "-- nothing"])
  func `a text without a statement is an error`(sql: String) throws {
    let connection = try Connection(.memory)
    #expect(failure { try connection.execute(sql) }?.kind == .other)
  }

  @Test func `a column that is not there reads as null`() throws {
    let statement = try Connection(.memory).prepare("SELECT 1")
    #expect(try statement.step())
    for column in [-1, 1, .max] {
      #expect(statement.value(at: column) == .null)
      #expect(statement.string(at: column) == "")
    }
  }

  @Test func `text is lent as bytes`() throws {
    let statement = try Connection(.memory).prepare("SELECT 'äb'")
    #expect(try statement.step())
    #expect(statement.withText(at: 0) { [$0[0], $0[1], $0[2], UInt8($0.count)] } == [0xc3, 0xa4, 0x62, 3])
    var buffer: [UInt8] = [1]
    statement.appendBytes(at: 0, to: &buffer)
    #expect(buffer == [1, 0xc3, 0xa4, 0x62])
  }

  @Test func `a statement runs again with new values`() throws {
    let connection = try Connection(.memory)
    try connection.execute("CREATE TABLE t(a)")
    let insert = try connection.prepare("INSERT INTO t VALUES (?)")
    for number in 1...3 {
      try insert.bind(Int64(number), at: 1)
      try insert.run()
    }
    #expect(try connection.rows("SELECT a FROM t") == [[.integer(1)], [.integer(2)], [.integer(3)]])
    #expect(!insert.isReadOnly)
  }

  @Test func `a statement outlives its closed connection`() throws {
    let connection = try Connection(.memory)
    let statement = try connection.prepare("SELECT 1")
    connection.close()
    #expect(try statement.step())
  }

  @Test func `two uses of one text at once do not meet`() throws {
    let connection = try Connection(.memory)
    let sql = "SELECT value FROM json_each('[1,2]')"
    let sums = try connection.withStatement(sql) { (outer) throws(SQLiteError) in
      var pairs: [Int64] = []
      while try outer.step() {
        try connection.withStatement(sql) { (inner) throws(SQLiteError) in
          while try inner.step() { pairs.append(outer.integer(at: 0) * 10 + inner.integer(at: 0)) }
        }
      }
      return pairs
    }
    #expect(sums == [11, 12, 21, 22])
  }

  @Test func `the cache keeps what was used last, values cleared`() throws {
    let compiled = Mutex(0)
    let hook: FaultHook = { call in
      if call == .prepare { compiled.withLock { $0 += 1 } }
      return nil
    }
    let connection = try Connection(.memory, Configuration(statementCacheCount: 2, fault: hook))
    compiled.withLock { $0 = 0 }
    func use(_ sql: String, expecting value: SQLiteValue, _ bound: SQLiteValue? = nil) throws {
      try connection.withStatement(sql) { (statement) throws(SQLiteError) in
        if let bound { try statement.bind(bound, at: 1) }
        #expect(try statement.step())
        #expect(statement.value(at: 0) == value)
      }
    }
    let texts = ["SELECT ?1", "SELECT ?1, 2", "SELECT ?1, 3"]
    for sql in texts { try use(sql, expecting: .integer(7), .integer(7)) }
    #expect(compiled.withLock { $0 } == 3)
    for sql in texts.dropFirst() { try use(sql, expecting: .null) }
    #expect(compiled.withLock { $0 } == 3)
    try use(texts[0], expecting: .null)
    #expect(compiled.withLock { $0 } == 4)
  }
}
