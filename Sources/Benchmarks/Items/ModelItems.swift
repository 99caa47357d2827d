import FoundationEssentials
import ObjectGraph
import SQLiteStore

/// A large model, from its file to a store that can be read.
enum ModelItems {
  static var all: [Item] {
    [
      Item(name: "read-model") { (workshop) throws(BenchmarkError) in
        try measure(workshop, "read-model") { _ in nil }
      },
      Item(name: "open-model") { (workshop) throws(BenchmarkError) in
        try measure(workshop, "open-model") { model in
          try SQLiteStore(path: workshop.freshStore(), model: model)
        }
      },
      Item(name: "reopen-model") { (workshop) throws(BenchmarkError) in
        let kept = workshop.freshStore()
        return try measure(workshop, "reopen-model") { model in try SQLiteStore(path: kept, model: model) }
      },
    ]
  }

  /// Nanoseconds from the model's file to a store with a reader, or to what the body opens of that.
  private static func measure(
    _ workshop: Workshop, _ item: String, _ open: @escaping (ManagedObjectModel) throws -> SQLiteStore?
  ) throws(BenchmarkError) -> Outcome {
    let file = URL(filePath: workshop.directory + "/contents")
    do {
      try Data(GeneratedModel.contents.utf8).write(to: file)
    } catch {
      throw .missing(file.path)
    }
    return try workshop.compare(
      item, .nanoseconds,
      [
        Contestant("engine") { () throws(BenchmarkError) in
          do {
            return try time(file, open)
          } catch {
            throw .failed(contestant: "engine", what: "\(error)")
          }
        }
      ])
  }

  private static func time(
    _ file: URL, _ open: (ManagedObjectModel) throws -> SQLiteStore?
  ) throws -> Double {
    let began = Machine.now
    let model = try ManagedObjectModel(contentsOf: file)
    let store = try open(model)
    let reader = try store?.makeReader()
    let time = Double(Machine.now - began)
    defer { store?.close() }
    guard model.entities.count == GeneratedModel.entityCount, (reader == nil) == (store == nil) else {
      throw BenchmarkError.failed(contestant: "engine", what: "\(model.entities.count) entities")
    }
    return time
  }
}
