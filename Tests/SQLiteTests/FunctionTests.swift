import SQLite
import Testing

@Suite struct `Functions` {
  @Test(arguments: [
    (SQLiteValue.null, SQLiteValue.null), (.integer(4), .integer(8)), (.real(0.5), .real(1)),
    (.text("ab"), .text("abab")), (.text(""), .text("")), (.blob([1]), .blob([1, 1])), (.blob([]), .blob([])),
  ])
  func `a Swift function sees and gives all storage classes`(input: SQLiteValue, output: SQLiteValue) throws {
    let connection = try Connection(.memory)
    try connection.register("twice", argumentCount: 1) { (call) in
      switch call.storageClass(at: 0) {
      case .null: .null
      case .integer: .integer(call.integer(at: 0) * 2)
      case .real: .real(call.real(at: 0) * 2)
      case .text: .text(call.string(at: 0) + call.string(at: 0))
      case .blob: call.withText(at: 0) { $0.isEmpty ? .blob([]) : .blob([$0[0], $0[0]]) }
      }
    }
    #expect(try connection.row("SELECT twice(?)", [input]) == [output])
  }

  @Test func `an argument that is not there reads as null`() throws {
    let connection = try Connection(.memory)
    try connection.register("few", argumentCount: -1) { (call) in
      .boolean(call.storageClass(at: 1) == .null && call.string(at: -1) == "" && call.count == 1)
    }
    #expect(try connection.row("SELECT few(1)") == [.integer(1)])
  }

  @Test func `a constant argument is prepared once a statement`() throws {
    final class Counter { var count = 0 }
    final class Needle {}
    let connection = try Connection(.memory)
    let counter = Counter()
    try connection.register("look", argumentCount: 2) { (call) in
      _ = call.prepared(at: 1) {
        counter.count += 1
        return Needle()
      }
      return .null
    }
    let sql = "SELECT look(value, ?) FROM json_each('[1,2,3]')"
    _ = try connection.rows(sql, [.text("x")])
    #expect(counter.count == 1)
    _ = try connection.rows(sql, [.text("y")])
    #expect(counter.count == 2)
  }

  @Test func `a function lives as long as the connection`() throws {
    final class Tracer {}
    weak var traced: Tracer?
    do {
      let tracer = Tracer()
      traced = tracer
      let connection = try Connection(.memory)
      try connection.register("t", argumentCount: 0) { _ in
        withExtendedLifetime(tracer) { .null }
      }
      #expect(traced != nil)
    }
    #expect(traced == nil)
  }

  /// Counts its rows; tells when it is gone.
  private final class Counting: AggregateState {
    private let alive: Alive
    private var count: Int64 = 0

    init(_ alive: Alive) {
      self.alive = alive
      alive.count += 1
    }

    deinit { alive.count -= 1 }

    func step(_ call: borrowing FunctionCall) { count += call.integer(at: 0) }
    func result() -> FunctionResult { .integer(count) }
  }

  private final class Alive { var count = 0 }

  @Test func `an aggregate has a state for each group, and none is left behind`() throws {
    let connection = try Connection(.memory)
    let alive = Alive()
    try connection.registerAggregate("total", argumentCount: 1) { Counting(alive) }
    try connection.execute("CREATE TABLE t (a, b)")
    try connection.execute("INSERT INTO t VALUES (1, 2), (2, 3), (1, 4)")
    #expect(
      try connection.rows("SELECT a, total(b) FROM t GROUP BY a ORDER BY a") == [
        [.integer(1), .integer(6)], [.integer(2), .integer(3)],
      ])
    #expect(try connection.row("SELECT total(b) FROM t WHERE a > 5") == [.integer(0)])
    #expect(throws: SQLiteError.self) {
      try connection.row("SELECT total(b), abs(-9223372036854775808) FROM t GROUP BY a")
    }
    connection.close()
    #expect(alive.count == 0)
  }
}
