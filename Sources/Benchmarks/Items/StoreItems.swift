import FoundationEssentials
import ObjectGraph
import PredicateLanguage
import SQLiteStore

/// The store alone: a ready change set in, packed rows out.
enum StoreItems {
  static var all: [Item] {
    [
      Item(name: "store-insert", measure: insert),
      Item(name: "store-fetch") { (workshop) throws(BenchmarkError) in
        try fetch(workshop, "store-fetch", .limit)
      },
    ]
  }

  /// 100,000 rows in one commit.
  private static func insert(_ workshop: Workshop) throws(BenchmarkError) -> Outcome {
    let count = 100_000
    let rows = (0..<count).map(TaskRow.init(index:))
    return try workshop.compare(
      "store-insert", .nanoseconds, rounds: workshop.isQuick ? 3 : 5,
      [
        Contestant("store") { () throws(BenchmarkError) in
          let path = workshop.freshStore()
          defer { workshop.removeStore(path) }
          return try storing { () throws(StoreError) in try commit(rows, path) }
        },
        Contestant("C") { () throws(BenchmarkError) in
          let path = workshop.freshStore()
          defer { workshop.removeStore(path) }
          return try RawStore(path: path).insert(first: 0, count: count)
        },
      ])
  }

  private static func commit(_ rows: [TaskRow], _ path: String) throws(StoreError) -> Double {
    let model = try model()
    let store = try SQLiteStore(path: path, model: model)
    defer { store.close() }
    var changes = ChangeSet.EntityChanges(entity: model.entities[0])
    changes.insertions = rows.map { row in
      ChangeSet.Insertion(
        objectID: ObjectID(store: store.identifier, entity: "Task", key: .temporary(UUID())),
        values: BenchmarkModel.values(of: row))
    }
    let began = Machine.now
    _ = try store.commit(ChangeSet(entities: [changes]), cancellation: Cancellation())
    return Double(Machine.now - began)
  }

  /// 10,000 of 100,000 rows.
  private static func fetch(
    _ workshop: Workshop, _ item: String, _ kind: FetchKind
  ) throws(BenchmarkError) -> Outcome {
    let path = workshop.freshStore()
    defer { workshop.removeStore(path) }
    let rows = (0..<100_000).map(TaskRow.init(index:))
    _ = try storing { () throws(StoreError) in try commit(rows, path) }
    let raw = try RawStore(path: path)
    let store = try storing { () throws(StoreError) in try SQLiteStore(path: path, model: try model()) }
    let reader = try storing { () throws(StoreError) in try store.makeReader() }
    let query = StoreQuery(
      entity: try storing { () throws(StoreError) in try model().entities[0] }, limit: 10_000)
    return try workshop.compare(
      item, .nanoseconds,
      [
        Contestant("store") { () throws(BenchmarkError) in
          let began = Machine.now
          let rows = try storing { () throws(StoreError) in
            try reader.fetch(query, cancellation: Cancellation())
          }
          let time = Double(Machine.now - began)
          guard rows.count == 10_000 else { throw .failed(contestant: "store", what: "\(rows.count) rows") }
          return time
        },
        Contestant("C stepping") { () throws(BenchmarkError) in try raw.step(kind) },
      ])
  }

  private static func model() throws(StoreError) -> ManagedObjectModel {
    do throws(ModelError) {
      return try BenchmarkModel.make()
    } catch {
      throw .open(reason: "\(error)")
    }
  }

  private static func storing<Result>(
    _ body: () throws(StoreError) -> Result
  ) throws(BenchmarkError) -> Result {
    do throws(StoreError) {
      return try body()
    } catch {
      throw .failed(contestant: "store", what: "\(error)")
    }
  }
}
