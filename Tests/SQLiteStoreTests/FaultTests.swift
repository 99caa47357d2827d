import CSQLite
import Foundation
import ObjectGraph
import PredicateLanguage
import SQLite
import SQLiteStore
import Synchronization
import Testing

/// Every call into SQLite fails once, at each of its places.
@Suite struct `Failing calls` {
  /// Fails the call with a number, once armed.
  private final class Trap: Sendable {
    private let state = Mutex((calls: 0, place: 0))
    let code: Int32

    init(_ code: Int32) { self.code = code }

    func arm(_ place: Int) { state.withLock { $0 = (0, place) } }

    var hook: FaultHook {
      { [self] _ in
        state.withLock { state in
          state.calls += 1
          return state.calls == state.place ? code : nil
        }
      }
    }
  }

  private func save(_ store: SQLiteStore, _ first: [ObjectSnapshot]) throws {
    var changes = ChangeSet.EntityChanges(entity: try StoreFixture.model().entities[0])
    let number = changes.entity.columnIndex(named: "number") ?? -1
    changes.insertions = ["new 1", "new 2"].map { code in
      let objectID = ObjectID(store: store.identifier, entity: "Item", key: .temporary(UUID()))
      return ChangeSet.Insertion(objectID: objectID, values: changes.entity.row(["code": .string(code)]))
    }
    changes.updates = [
      ChangeSet.Update(base: first[0], changes: [PropertyChange(column: number, value: .integer(2))])
    ]
    changes.deletions = [ChangeSet.Deletion(snapshot: first[1])]
    _ = try store.commit(ChangeSet(entities: [changes]), cancellation: Cancellation())
  }

  @Test(arguments: [
    (SQLITE_FULL, StoreError.full), (SQLITE_BUSY, .locked), (SQLITE_READONLY, .readOnly),
    (SQLITE_INTERRUPT, .cancelled), (SQLITE_IOERR | 4 << 8, nil), (SQLITE_NOMEM, nil), (SQLITE_CORRUPT, nil),
  ])
  func `a save is done or undone whichever call fails, and the next one works`(
    code: Int32, expected: StoreError?
  ) throws {
    var places = 0
    for place in 1... {
      let fixture = try StoreFixture()
      let trap = Trap(code)
      var options = SQLiteStore.Options()
      options.fault = trap.hook
      let store = try fixture.open(options)
      try store.add([["code": .string("changed"), "number": .integer(1)], ["code": .string("deleted")]])
      let before = try store.items()
      trap.arm(place)
      let error = refusal { try save(store, before) }
      trap.arm(0)
      if error == nil {
        #expect(try store.codes() == ["changed", "new 1", "new 2"])
        break
      }
      places += 1
      if let expected { #expect(error == expected) }
      #expect(try store.items() == before)
      try save(store, before)
      #expect(try store.codes() == ["changed", "new 1", "new 2"])
      #expect(try fixture.raw().row("PRAGMA integrity_check") == [.text("ok")])
    }
    #expect(places > 10)
  }

  @Test func `opening fails cleanly whichever call fails, and works the next time`() throws {
    for place in 1...200 {
      let fixture = try StoreFixture()
      let trap = Trap(SQLITE_IOERR)
      var options = SQLiteStore.Options()
      options.fault = trap.hook
      trap.arm(place)
      let error = refusal { _ = try fixture.open(options) }
      let store = try fixture.open()
      try store.add([["code": .string("a")]])
      #expect(try store.codes() == ["a"])
      if error == nil { return }
    }
    Issue.record("the trap never failed to spring")
  }
}
