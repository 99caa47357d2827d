import Foundation
import ObjectGraph
import PredicateLanguage
import SQLite
import SQLiteStore
import Synchronization
import Testing

/// Two stores on one file stand for two processes: each has connections of its own.
@Suite struct `Commits of other processes` {
  private let fixture: StoreFixture
  private let mine: SQLiteStore
  private let other: SQLiteStore

  init() throws {
    fixture = try StoreFixture()
    mine = try fixture.open()
    other = try fixture.open()
  }

  private func codes(_ snapshots: [ObjectSnapshot]) -> [String] {
    let column = StoreFixture.item.columnIndex(named: "code") ?? -1
    return snapshots.map { if case .string(let code) = $0.values[column] { code } else { "?" } }
  }

  /// What the next wait brings, on a thread of its own; meanwhile something is done again and again.
  private func next(_ store: SQLiteStore, _ body: @escaping () throws -> Void) async throws -> CommitNotice? {
    let isOver = Mutex(false)
    async let notice = withCheckedThrowingContinuation { (continuation) in
      Thread.detachNewThread {
        let result = Result { try store.nextExternalCommit() }
        isOver.withLock { $0 = true }
        continuation.resume(with: result)
      }
    }
    while !isOver.withLock({ $0 }) {
      try body()
      await Task.yield()
    }
    return try await notice
  }

  /// Begins to watch: what is there already is not news.
  private func begin(_ store: SQLiteStore) async throws {
    let notice = try await next(store) { try other.add([["code": .string("first \(UUID())")]]) }
    #expect(notice != nil)
    // The last of these commits may have come too late for that notice.
    try other.add([["code": .string("last")]])
    var inserted: [String] = []
    while !inserted.contains("last") {
      inserted += codes(try #require(try store.nextExternalCommit()).inserted)
    }
  }

  @Test func `another's insertions, changes and deletions are told with their values`() async throws {
    try other.add([["code": .string("a")], ["code": .string("b")], ["code": .string("c")]])
    try await begin(mine)
    let (a, b) = (try other.items("code == 'a'")[0], try other.items("code == 'b'")[0])
    try other.update(a, "code", .string("A"))
    let first = try #require(try mine.nextExternalCommit())
    #expect(codes(first.updated) == ["A"])
    try other.delete([b])
    let second = try #require(try mine.nextExternalCommit())
    #expect(codes(second.deleted) == ["b"])
    #expect(second.deleted == [b])
    try other.add([["code": .string("d")]])
    let third = try #require(try mine.nextExternalCommit())
    #expect(codes(third.inserted) == ["d"])
    #expect([first.number, second.number, third.number] == [0, 0, 0])
  }

  @Test func `own commits are never told`() async throws {
    try await begin(mine)
    try mine.add([["code": .string("mine")]])
    try other.add([["code": .string("theirs")]])
    try mine.update(try mine.items("code == 'mine'")[0], "number", .integer(4))
    let notice = try #require(try mine.nextExternalCommit())
    #expect(codes(notice.inserted) == ["theirs"])
    #expect(notice.updated.isEmpty && notice.deleted.isEmpty)
  }

  /// What two processes do to one object, one after the other, and how the first of them is told of it.
  private struct History: CustomTestStringConvertible {
    enum Step: String {
      case iAdd, iUpdate, iDelete, theyAdd, theyUpdate, theyDelete
    }

    let steps: [Step]
    /// Whether the object was there before the first look.
    let isOld: Bool
    let told: String

    init(_ steps: [Step], ofOld isOld: Bool = false, told: String) {
      (self.steps, self.isOld, self.told) = (steps, isOld, told)
    }

    var testDescription: String { steps.map(\.rawValue).joined(separator: ", ") + ": " + told }
  }

  private static let histories = [
    History([.iUpdate], ofOld: true, told: "nothing"),
    History([.iUpdate, .iUpdate], ofOld: true, told: "nothing"),
    History([.theyUpdate, .iUpdate], ofOld: true, told: "updated"),
    History([.iUpdate, .theyUpdate], ofOld: true, told: "updated"),
    History([.iUpdate, .theyUpdate, .iUpdate], ofOld: true, told: "updated"),
    History([.iDelete], ofOld: true, told: "nothing"),
    History([.theyUpdate, .iDelete], ofOld: true, told: "nothing"),
    History([.iUpdate, .theyDelete], ofOld: true, told: "deleted"),
    History([.theyUpdate, .theyDelete], ofOld: true, told: "deleted"),
    History([.iAdd], told: "nothing"),
    History([.iAdd, .iUpdate], told: "nothing"),
    History([.iAdd, .iUpdate, .iDelete], told: "nothing"),
    History([.iAdd, .theyUpdate], told: "updated"),
    History([.iAdd, .iUpdate, .theyUpdate, .iUpdate], told: "updated"),
    History([.iAdd, .theyDelete], told: "deleted"),
    History([.theyAdd, .iUpdate], told: "inserted"),
    History([.theyAdd, .iUpdate, .theyDelete], told: "deleted"),
    History([.theyAdd, .iUpdate, .iDelete], told: "nothing"),
    History([.theyAdd, .theyDelete], told: "nothing"),
  ]

  private func take(_ step: History.Step, _ round: Int) throws {
    let store = step.rawValue.hasPrefix("i") ? mine : other
    switch step {
    case .iAdd, .theyAdd: try store.add([["code": .string("x"), "number": .integer(Int64(round))]])
    case .iUpdate, .theyUpdate:
      try store.update(try store.items("code == 'x'")[0], "number", .integer(Int64(round)))
    case .iDelete, .theyDelete: try store.delete(try store.items("code == 'x'"))
    }
  }

  @Test(arguments: histories)
  private func `whoever of us comes last, what others did to an object is told, and nothing else`(
    history: History
  ) async throws {
    if history.isOld { try other.add([["code": .string("x")]]) }
    try await begin(mine)
    for (round, step) in history.steps.enumerated() { try take(step, round) }
    try other.add([["code": .string("end")]])
    let notice = try #require(try mine.nextExternalCommit())
    let told = [
      ("inserted", codes(notice.inserted)), ("updated", codes(notice.updated)),
      ("deleted", codes(notice.deleted)),
    ]
    let expected = history.told
    for (word, codes) in told {
      #expect(codes.filter { $0 != "end" } == (word == expected ? ["x"] : []), "\(word)")
    }
    let last = try mine.items("code == 'x'")
    if expected == "inserted" || expected == "updated" {
      #expect((notice.inserted + notice.updated).filter { codes([$0]) == ["x"] } == last)
    }
  }

  @Test func `an object that others delete is told with the values I gave it last`() async throws {
    try await begin(mine)
    try mine.add([["code": .string("x"), "number": .integer(1)]])
    try mine.update(try mine.items("code == 'x'")[0], "number", .integer(2))
    let last = try mine.items("code == 'x'")
    try other.delete(last)
    try other.add([["code": .string("end")]])
    let notice = try #require(try mine.nextExternalCommit())
    #expect(notice.deleted == last)
    #expect(codes(notice.inserted + notice.updated) == ["end"])
  }

  @Test func `a row that others put where I deleted one is told`() async throws {
    try await begin(mine)
    try mine.add([["code": .string("x")]])
    let key = try #require(try mine.items("code == 'x'")[0].objectID.primaryKey)
    try mine.delete(try mine.items("code == 'x'"))
    let sql = "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZCODE) VALUES (\(key), 1, 1, 'y')"
    try fixture.raw().execute(sql)
    try other.add([["code": .string("end")]])
    let notice = try #require(try mine.nextExternalCommit())
    #expect(codes(notice.inserted) == ["y", "end"])
  }

  @Test func `a row with the greatest key is told like any other`() async throws {
    try await begin(mine)
    let sql = "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZCODE) VALUES (?, 1, 1, 'greatest')"
    try fixture.raw().execute(sql, [.integer(.max)])
    let inserted = try #require(try mine.nextExternalCommit())
    #expect(codes(inserted.inserted) == ["greatest"])
    try fixture.raw().execute("DELETE FROM ZITEM WHERE ZCODE = 'greatest'")
    let deleted = try #require(try mine.nextExternalCommit())
    #expect(codes(deleted.deleted) == ["greatest"])
    #expect(deleted.inserted.isEmpty && deleted.updated.isEmpty)
  }

  @Test func `a read-only store is told too`() async throws {
    let reader = try fixture.open(SQLiteStore.Options(isReadOnly: true))
    try await begin(reader)
    try mine.add([["code": .string("x")]])
    let notice = try #require(try reader.nextExternalCommit())
    #expect(codes(notice.inserted) == ["x"])
  }

  @Test func `closing ends the wait`() async throws {
    try await begin(mine)
    let notice = try await next(mine) { mine.close() }
    #expect(notice == nil)
  }

  @Test func `many own commits while watching do not keep the log from being emptied`() async throws {
    try await begin(mine)
    for round in 0..<3 {
      try mine.add((0..<1_500).map { ["code": .string("\(round) \($0)")] })
      try other.add([["code": .string("theirs \(round)")]])
      let notice = try #require(try mine.nextExternalCommit())
      #expect(codes(notice.inserted) == ["theirs \(round)"])
    }
    mine.close()
    other.close()
    #expect(fixture.files == ["items.sqlite"])
  }
}
