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
      DispatchQueue.global().async {
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

  @Test func `another's change of an object that I committed is told`() async throws {
    try await begin(mine)
    try mine.add([["code": .string("mine")]])
    try other.update(try other.items("code == 'mine'")[0], "number", .integer(4))
    let notice = try #require(try mine.nextExternalCommit())
    #expect(codes(notice.inserted + notice.updated) == ["mine"])
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
