import ObjectGraph
import PredicateLanguage
import SQLiteStore

/// The engine without a wire.
enum EngineItems {
  static var all: [Item] {
    [
      Item(name: "engine-insert") { (workshop) throws(BenchmarkError) in
        try insert(workshop, "engine-insert", count: 100_000)
      },
      // What the import of the Python client is measured against (clients/python/benchmarks).
      Item(name: "engine-10k-insert") { (workshop) throws(BenchmarkError) in
        try insert(workshop, "engine-10k-insert", count: 10_000)
      },
    ]
  }

  /// Objects inserted into a context and saved at once.
  private static func insert(
    _ workshop: Workshop, _ item: String, count: Int
  ) throws(BenchmarkError) -> Outcome {
    let rows = (0..<count).map(TaskRow.init(index:))
    return try workshop.compare(
      item, .nanoseconds, rounds: workshop.isQuick ? 2 : 5,
      [
        Contestant("engine") { () throws(BenchmarkError) in
          let path = workshop.freshStore()
          defer { workshop.removeStore(path) }
          return try insert(rows, as: "engine") { model throws(StoreError) in
            try SQLiteStore(path: path, model: model)
          }
        },
        Contestant("engine in memory") { () throws(BenchmarkError) in
          try insert(rows, as: "engine in memory") { model throws(StoreError) in
            try InMemoryStore(model: model)
          }
        },
        Contestant("C") { () throws(BenchmarkError) in
          let path = workshop.freshStore()
          defer { workshop.removeStore(path) }
          return try RawStore(path: path).insert(first: 0, count: count)
        },
      ])
  }

  /// Nanoseconds from the first insert to the end of the save; the store is made before.
  private static func insert(
    _ rows: [TaskRow], as contestant: String,
    into makeStore: (ManagedObjectModel) throws(StoreError) -> any PersistentStore
  ) throws(BenchmarkError) -> Double {
    let context = try makeContext(for: contestant, makeStore)
    let began = Machine.now
    let inserted: Int
    do throws(StoreError) {
      let entity = try context.entity(named: "Task")
      for row in rows { _ = try context.insert(entity, values: BenchmarkModel.values(of: row)) }
      inserted = try context.save().insertedCount
    } catch {
      throw .failed(contestant: contestant, what: "\(error)")
    }
    let time = Double(Machine.now - began)
    guard inserted == rows.count else { throw .failed(contestant: contestant, what: "\(inserted) rows") }
    return time
  }

  private static func makeContext(
    for contestant: String, _ makeStore: (ManagedObjectModel) throws(StoreError) -> any PersistentStore
  ) throws(BenchmarkError) -> ManagedObjectContext {
    do {
      let model = try BenchmarkModel.make()
      let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
      try coordinator.addPersistentStore(makeStore(model))
      return ManagedObjectContext(coordinator: coordinator)
    } catch {
      throw .failed(contestant: contestant, what: "\(error)")
    }
  }
}
