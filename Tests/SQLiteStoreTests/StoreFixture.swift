import Foundation
import ObjectGraph
import PredicateLanguage
import SQLite
import SQLiteStore

/// A directory of its own with a store of one entity, removed at the end.
final class StoreFixture {
  let directory = FileManager.default.temporaryDirectory.appending(path: "SQLiteStoreTests-\(UUID())")

  init() throws {
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: directory)
  }

  /// One attribute of each kind that a predicate can meet, a unique key, two indexes.
  static let item = EntityDescription(
    "Item",
    properties: [
      .attribute(AttributeDescription("code", .string, isOptional: false)),
      .attribute(AttributeDescription("name", .string)),
      .attribute(AttributeDescription("number", .integer64)),
      .attribute(AttributeDescription("size", .double)),
      .attribute(AttributeDescription("price", .decimal)),
      .attribute(AttributeDescription("done", .boolean)),
      .attribute(AttributeDescription("due", .date)),
      .attribute(AttributeDescription("ident", .uuid)),
      .attribute(AttributeDescription("link", .uri)),
      .attribute(AttributeDescription("bytes", .binary)),
      .attribute(AttributeDescription("color", .transformable)),
    ],
    uniquenessConstraints: [["code"]],
    fetchIndexes: [
      FetchIndexDescription("byName", [FetchIndexDescription.Element("name")]),
      FetchIndexDescription(
        "byDue",
        [FetchIndexDescription.Element("due", ascending: false), FetchIndexDescription.Element("number")]),
    ])

  static func model(_ entities: [EntityDescription] = [item]) throws -> ManagedObjectModel {
    try ManagedObjectModel(entities: entities, versionIdentifiers: ["1"])
  }

  func path(_ name: String = "items.sqlite") -> String {
    directory.appending(path: name).path
  }

  /// The names of all files, sorted.
  var files: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []).sorted()
  }

  func open(
    _ options: SQLiteStore.Options = SQLiteStore.Options(), name: String = "items.sqlite"
  ) throws -> SQLiteStore {
    try SQLiteStore(path: path(name), model: try Self.model(), options: options)
  }

  /// A connection past the store.
  func raw(_ access: Location.Access = .readWrite, name: String = "items.sqlite") throws -> Connection {
    try Connection(.file(path: path(name), access: access), Configuration(journalMode: nil, pageSize: nil))
  }
}

extension EntityDescription {
  /// A new row; what is not named is missing.
  func row(_ values: [String: AttributeValue]) -> [AttributeValue] {
    columns.map { values[$0.name] ?? .null }
  }
}

extension SQLiteStore {
  /// Commits new items.
  @discardableResult
  func add(_ rows: [[String: AttributeValue]]) throws -> CommitReceipt {
    var changes = ChangeSet.EntityChanges(entity: try StoreFixture.model().entities[0])
    changes.insertions = rows.map { values in
      let objectID = ObjectID(store: identifier, entity: "Item", key: .temporary(UUID()))
      return ChangeSet.Insertion(objectID: objectID, values: changes.entity.row(values))
    }
    return try commit(ChangeSet(entities: [changes]), cancellation: Cancellation())
  }

  /// Commits one change of an item.
  @discardableResult
  func update(_ base: ObjectSnapshot, _ column: String, _ value: AttributeValue) throws -> CommitReceipt {
    var changes = ChangeSet.EntityChanges(entity: try StoreFixture.model().entities[0])
    let position = changes.entity.columnIndex(named: column) ?? -1
    changes.updates = [
      ChangeSet.Update(base: base, changes: [PropertyChange(column: position, value: value)])
    ]
    return try commit(ChangeSet(entities: [changes]), cancellation: Cancellation())
  }

  /// Commits the deletion of items.
  @discardableResult
  func delete(_ snapshots: [ObjectSnapshot]) throws -> CommitReceipt {
    var changes = ChangeSet.EntityChanges(entity: try StoreFixture.model().entities[0])
    changes.deletions = snapshots.map { ChangeSet.Deletion(snapshot: $0) }
    return try commit(ChangeSet(entities: [changes]), cancellation: Cancellation())
  }

  /// The items that fit, in order.
  func items(
    _ predicate: String? = nil, sort: [SortDescriptor] = [], limit: Int? = nil, offset: Int = 0
  ) throws -> [ObjectSnapshot] {
    let query = try StoreQuery(predicate, sort: sort, limit: limit, offset: offset)
    let rows = try makeReader().fetch(query, cancellation: Cancellation())
    return (0..<rows.count).map { rows.snapshot($0, of: query.entity, in: identifier) }
  }

  /// The codes of the items that fit, in order.
  func codes(_ predicate: String? = nil, sort: [SortDescriptor] = []) throws -> [String] {
    let column = try StoreFixture.model().entities[0].columnIndex(named: "code") ?? -1
    return try items(predicate, sort: sort).map { item in
      if case .string(let code) = item.values[column] { code } else { "?" }
    }
  }
}

extension StoreQuery {
  /// A query for items, written as its author would.
  init(
    _ predicate: String?, _ arguments: [PredicateValue] = [], sort: [SortDescriptor] = [], limit: Int? = nil,
    offset: Int = 0
  ) throws {
    let model = try StoreFixture.model()
    let binder = Binder(entity: model.entities[0], model: model)
    let bound = try predicate.map { text in
      try binder.bind(try ParsedPredicate(parsing: text).substituting(PredicateArguments(arguments)))
    }
    self.init(
      entity: model.entities[0], predicate: bound, sort: try sort.map { try binder.bind($0) }, limit: limit,
      offset: offset)
  }
}

/// The store's error that a closure throws; nil when it throws none.
func refusal(_ body: () throws -> Void) -> StoreError? {
  do {
    try body()
  } catch {
    return error as? StoreError ?? .failed(reason: "\(error)")
  }
  return nil
}

/// Foundation has one too.
typealias SortDescriptor = ObjectGraph.SortDescriptor
