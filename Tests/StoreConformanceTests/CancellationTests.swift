import ObjectGraph
import PredicateLanguage
import Testing
import TestSupport

/// Work that is cancelled from within its own word of how far it is: always at the same place.
@Suite struct CancellationTests {
  private static let count = 5_000

  /// A context with new items, and the flag that its work looks at.
  private func context(
    of fixture: Fixture, saved: Bool
  ) throws -> ManagedObjectContext {
    let context = fixture.context()
    let rows = (0..<Self.count).map { fixture.row(["title": .string("t\($0 % 97)")]) }
    _ = try context.insert(fixture.item, rows: rows)
    if saved { try context.save() }
    return context
  }

  /// Raises a flag at the first word of some kind; what was said by then.
  private func cancelling(_ context: ManagedObjectContext, at kind: WorkStep.Kind, _ done: Int) {
    let leader = Cancellation()
    context.cancellation = Cancellation(following: leader) { step in
      if step.kind == kind, step.done >= done { leader.cancel() }
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `a fetch stops while it reads`(kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let context = try context(of: fixture, saved: true)
    let query = StoreQuery(entity: fixture.item)
    cancelling(context, at: .reading, 1_000)
    #expect(storeError { () throws(StoreError) in try context.fetch(query) } == .cancelled)
    context.cancellation = Cancellation()
    #expect(try context.fetch(query).count == Self.count)
  }

  @Test(arguments: StoreKind.allCases)
  func `sorting stops, and what is pending is looked at no further`(kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    for saved in [true, false] {
      let context = try context(of: fixture, saved: saved)
      let binder = Binder(entity: fixture.item, model: fixture.model)
      let query = StoreQuery(
        entity: fixture.item, sort: [try binder.bind(SortDescriptor("title", options: .caseInsensitive))])
      context.cancellation.cancel()
      #expect(storeError { () throws(StoreError) in try context.fetch(query) } == .cancelled)
      #expect(storeError { () throws(StoreError) in try context.fetchPage(query) } == .cancelled)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `an insertion and a save stop in their middle and leave nothing`(kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let context = try context(of: fixture, saved: false)
    cancelling(context, at: .saving, 2_000)
    #expect(storeError { () throws(StoreError) in try context.save() } == .cancelled)
    #expect(try fixture.context("other").count(StoreQuery(entity: fixture.item)) == 0)
    #expect(context.changeCounts.inserted == Self.count)
    cancelling(context, at: .changing, 3)
    let rows = Array(repeating: fixture.row([:]), count: 10)
    #expect(
      storeError { () throws(StoreError) in try context.insert(fixture.item, rows: rows) } == .cancelled)
    #expect(context.changeCounts.inserted == Self.count)
    // The last word comes when everything is written, and the last look is before the COMMIT.
    cancelling(context, at: .saving, Self.count)
    #expect(storeError { () throws(StoreError) in try context.save() } == .cancelled)
    context.cancellation = Cancellation()
    #expect(try context.save().insertedCount == Self.count)
  }

  @Test func `a flag that follows another is raised with it, and not the other way round`() {
    let leader = Cancellation()
    let follower = Cancellation(following: leader) { _ in }
    let other = Cancellation(following: leader) { _ in }
    follower.cancel()
    #expect(follower.isCancelled && !leader.isCancelled && !other.isCancelled)
    leader.cancel()
    #expect(leader.isCancelled && other.isCancelled)
  }
}
