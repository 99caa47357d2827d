import Foundation
import ObjectGraph
import PredicateLanguage
import SQLiteStore
import Testing

/// Not Foundation's.
typealias SortDescriptor = ObjectGraph.SortDescriptor

/// The stores that must all give the same answers.
enum StoreKind: CaseIterable, Sendable, CustomTestStringConvertible {
  case inMemory
  case sqlite

  var testDescription: String { "\(self)" }
}

/// A store of one kind with its coordinator; an SQLite file lies in a directory of its own and goes with it.
final class Fixture {
  let kind: StoreKind
  let model: ManagedObjectModel
  let coordinator: PersistentStoreCoordinator
  let store: any PersistentStore
  private let directory: URL

  init(_ kind: StoreKind, model: ManagedObjectModel? = nil) throws {
    self.kind = kind
    self.model = try model ?? Fixture.makeModel()
    directory = FileManager.default.temporaryDirectory.appending(path: "objwire-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    store = try Self.open(kind, self.model, directory.appending(path: "store.sqlite").path)
    coordinator = PersistentStoreCoordinator(managedObjectModel: self.model)
    try coordinator.addPersistentStore(store)
  }

  deinit {
    store.close()
    try? FileManager.default.removeItem(at: directory)
  }

  var path: String { directory.appending(path: "store.sqlite").path }

  var item: EntityDescription { model.entity(named: "Item")! }

  func context(_ name: String = "view") -> ManagedObjectContext {
    ManagedObjectContext(coordinator: coordinator, name: name)
  }

  private static func open(
    _ kind: StoreKind, _ model: ManagedObjectModel, _ path: String
  ) throws -> any PersistentStore {
    switch kind {
    case .inMemory: try InMemoryStore(model: model)
    case .sqlite:
      // These tests are about answers, not about the loss of power.
      try SQLiteStore(path: path, model: model, options: SQLiteStore.Options(synchronous: .normal))
    }
  }
}

extension Fixture {
  /// One attribute of each type, a unique one, and two that are unique together.
  static func makeModel() throws -> ManagedObjectModel {
    try ManagedObjectModel(entities: [
      EntityDescription(
        "Item",
        properties: [
          .attribute(AttributeDescription("code", .string)),
          .attribute(AttributeDescription("left", .integer32)),
          .attribute(AttributeDescription("right", .integer32)),
          .attribute(AttributeDescription("title", .string, isOptional: false, defaultValue: .string("new"))),
          .attribute(AttributeDescription("small", .integer16)),
          .attribute(AttributeDescription("large", .integer64)),
          .attribute(AttributeDescription("price", .decimal)),
          .attribute(AttributeDescription("ratio", .double)),
          .attribute(AttributeDescription("part", .float)),
          .attribute(AttributeDescription("done", .boolean)),
          .attribute(AttributeDescription("due", .date)),
          .attribute(AttributeDescription("body", .binary)),
          .attribute(AttributeDescription("ident", .uuid)),
          .attribute(AttributeDescription("link", .uri)),
          .attribute(AttributeDescription("extra", .transformable)),
        ],
        uniquenessConstraints: [["code"], ["left", "right"]],
        fetchIndexes: [FetchIndexDescription("byTitle", [.init("title")])])
    ])
  }

  /// The row of a new item with some values.
  func row(_ values: [String: AttributeValue]) -> [AttributeValue] {
    var row = item.defaultRow
    for (name, value) in values { row[item.columnIndex(named: name)!] = value }
    return row
  }

  /// Changes for an update.
  func changes(_ values: [String: AttributeValue]) -> [PropertyChange] {
    values.map { PropertyChange(column: item.columnIndex(named: $0)!, value: $1) }
  }

  /// Adds items with these titles and saves them.
  @discardableResult
  func add(_ titles: String..., to context: ManagedObjectContext? = nil) throws -> [ObjectID] {
    let context = context ?? self.context("adder")
    let ids = try titles.map { try context.insert(item, values: row(["title": .string($0)])) }
    try context.save()
    return ids.map { coordinator.resolve($0) }
  }

  /// The titles that a context shows, in the order of a fetch.
  func titles(
    _ context: ManagedObjectContext, _ predicate: String? = nil, sort: [SortDescriptor] = [],
    limit: Int? = nil,
    offset: Int = 0, includesPendingChanges: Bool = true
  ) throws -> String {
    let binder = Binder(entity: item, model: model)
    let query = StoreQuery(
      entity: item, predicate: try predicate.map { try binder.bind(ParsedPredicate(parsing: $0)) },
      sort: try sort.map { try binder.bind($0) }, limit: limit, offset: offset)
    let rows = try context.fetch(query, includesPendingChanges: includesPendingChanges)
    let column = item.columnIndex(named: "title")!
    return (0..<rows.count).map { row in
      if case .string(let title) = rows.value(row, column, of: item.columns[column]) { title } else { "?" }
    }.joined(separator: " ")
  }

  /// One value that a context shows.
  func value(_ name: String, of objectID: ObjectID, in context: ManagedObjectContext) throws -> AttributeValue
  {
    try context.snapshot(objectID).values[item.columnIndex(named: name)!]
  }
}

/// The error that a closure throws; nil if it throws none.
func storeError<Result>(_ body: () throws(StoreError) -> Result) -> StoreError? {
  do throws(StoreError) {
    _ = try body()
    return nil
  } catch {
    return error
  }
}
