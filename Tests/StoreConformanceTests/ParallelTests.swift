import ObjectGraph
import PredicateLanguage
import Testing
import TestSupport

/// Several workers on one store, whatever the store.
@Suite struct ParallelTests {
  private static let rounds = 25

  @Test(arguments: StoreKind.allCases)
  func `workers that count together lose no count`(kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let counter = try fixture.add("counter")[0]
    let column = fixture.item.column("large")
    let workers = (0..<4).map { ContextWorker(coordinator: fixture.coordinator, name: "\($0)") }
    for worker in workers {
      for _ in 0..<Self.rounds {
        worker.perform { context in
          while !Self.count(counter, column, in: context) {}
        }
      }
    }
    for worker in workers { worker.performAndWait { $0.disconnect() } }
    let end = try fixture.context().snapshot(counter)
    #expect(end.values[column] == .integer(Int64(4 * Self.rounds)))
    #expect(end.version == Int64(4 * Self.rounds + 1))
  }

  /// Adds one; false if somebody else was faster.
  private static func count(_ counter: ObjectID, _ column: Int, in context: ManagedObjectContext) -> Bool {
    do throws(StoreError) {
      let seen = try context.snapshot(counter)
      guard case .integer(let number) = seen.values[column] == .null ? .integer(0) : seen.values[column]
      else {
        return true
      }
      let change = PropertyChange(column: column, value: .integer(number + 1))
      try context.update(counter, [change], expectedVersion: seen.version)
      try context.save()
      return true
    } catch {
      context.rollback()
      switch error {
      case .conflict, .version: return false
      default:
        Issue.record("\(error)")
        return true
      }
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `readers beside writers see whole commits`(kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let workers = (0..<2).map { ContextWorker(coordinator: fixture.coordinator, name: "\($0)") }
    let (item, tag) = (fixture.item, fixture.tag)
    for _ in 0..<Self.rounds {
      workers[0].perform { context in
        // Two objects a commit, so that their numbers are always even.
        do throws(StoreError) {
          for _ in 0..<2 { _ = try context.insert(item, values: item.defaultRow) }
          _ = try context.insert(tag, values: tag.defaultRow)
          try context.save()
        } catch {
          Issue.record("\(error)")
        }
      }
      workers[1].perform { context in
        do throws(StoreError) {
          let rows = try context.fetch(StoreQuery(entity: item))
          #expect(rows.count.isMultiple(of: 2))
        } catch {
          Issue.record("\(error)")
        }
      }
    }
    for worker in workers { worker.performAndWait { $0.disconnect() } }
    #expect(try fixture.context().count(StoreQuery(entity: item)) == 2 * Self.rounds)
  }
}
