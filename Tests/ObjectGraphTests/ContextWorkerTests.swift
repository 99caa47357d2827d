import ObjectGraph
import PredicateLanguage
import Testing
import TestSupport

@Suite struct `A context worker` {
  private func worker(_ name: String = "w") throws -> ContextWorker {
    let model = try ItemModel.make()
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(type: .inMemory)
    return ContextWorker(coordinator: coordinator, name: name)
  }

  private struct Refusal: Error, Equatable {
    var number: Int
  }

  @Test func `gives back what a job gives, and throws what it throws, typed`() async throws {
    let worker = try worker("edit")
    #expect(worker.name == "edit")
    #expect(worker.performAndWait { $0.name } == "edit")
    #expect(await worker.perform { $0.name } == "edit")
    do throws(Refusal) {
      try worker.performAndWait { _ throws(Refusal) in throw Refusal(number: 1) }
      Issue.record("the error was lost")
    } catch {
      #expect(error == Refusal(number: 1))
    }
    await #expect(throws: Refusal(number: 2)) {
      try await worker.perform { _ throws(Refusal) in throw Refusal(number: 2) }
    }
  }

  @Test func `runs a job within a job at once`() throws {
    let worker = try worker()
    let counts = try worker.performAndWait { outer throws(StoreError) in
      _ = try outer.insertNewObject(forEntityName: "Item")
      let inner = worker.performAndWait { inner in
        worker.performAndWait { $0.rollback() }.inserted.count + inner.changeCounts.inserted
      }
      return [inner, outer.changeCounts.inserted]
    }
    #expect(counts == [1, 0])
  }

  @Test func `may wait for another worker within a job`() throws {
    let (first, second) = (try worker("first"), try worker("second"))
    let names = first.performAndWait { outer in
      [outer.name] + second.performAndWait { [$0.name] } + first.performAndWait { [$0.name] }
    }
    #expect(names == ["first", "second", "first"])
  }

  @Test func `keeps the order of jobs of all three kinds`() async throws {
    let worker = try worker()
    for number in 0..<100 {
      let add: @Sendable (ManagedObjectContext) -> Void = { context in
        guard let item = try? context.insertNewObject(forEntityName: "Item") else { return }
        try? item.setValue(.integer(Int64(number)), forKey: "large")
      }
      switch number % 3 {
      case 0: handIn(add, to: worker)
      case 1: await worker.perform(add)
      default: worker.performAndWait(add)
      }
    }
    let column = try #require(try ItemModel.make().entity(named: "Item")).column("large")
    let numbers = await worker.perform { context in context.changes.inserted.map { $0.values[column] } }
    #expect(numbers == (0..<100).map { .integer($0) })
  }

  /// Without waiting.
  private func handIn(_ job: @escaping @Sendable (ManagedObjectContext) -> Void, to worker: ContextWorker) {
    worker.perform(job)
  }
}
