import Foundation
import ObjectGraph
import PredicateLanguage
import SQLite
import SQLiteStore

/// A store of an old model, and a new model that it is opened with.
struct MigrationFixture {
  let store = try? StoreFixture()
  let old: ManagedObjectModel
  let new: ManagedObjectModel

  init(_ old: [EntityDescription], _ new: [EntityDescription]) throws {
    self.old = try ManagedObjectModel(entities: old, versionIdentifiers: ["old"])
    self.new = try ManagedObjectModel(entities: new, versionIdentifiers: ["new"])
  }

  var path: String { store?.path() ?? "" }
  var files: [String] { store?.files ?? [] }
  /// The copies that migrations have left.
  var backups: [String] { files.filter { $0.contains(".before-") } }

  func options(_ migration: SQLiteStore.Options.Migration) -> SQLiteStore.Options {
    SQLiteStore.Options(migration: migration, sourceModels: [old])
  }

  func openOld() throws -> SQLiteStore { try SQLiteStore(path: path, model: old) }

  func openNew(_ migration: SQLiteStore.Options.Migration = .automatic) throws -> SQLiteStore {
    try SQLiteStore(path: path, model: new, options: options(migration))
  }

  /// Makes the old store with objects, in order, and closes it.
  func fill(_ rows: [(entity: String, values: [String: AttributeValue])]) throws {
    let store = try openOld()
    defer { store.close() }
    for row in rows { try store.insert(row.entity, [row.values], of: old) }
  }

  /// A connection past the store.
  func raw() throws -> Connection {
    try Connection(.file(path: path, access: .readWrite), Configuration(journalMode: nil, pageSize: nil))
  }

  /// Changes what the file says about itself.
  func changeMetadata(_ change: (inout [String: Any]) throws -> Void) throws {
    let raw = try raw()
    defer { raw.close() }
    guard case .blob(let plist)? = try raw.row("SELECT Z_PLIST FROM Z_METADATA")?.first,
      var list = try PropertyListSerialization.propertyList(from: Data(plist), format: nil)
        as? [String: Any]
    else { throw StoreError.corrupt(reason: "no metadata") }
    try change(&list)
    let changed = try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
    try raw.execute("UPDATE Z_METADATA SET Z_PLIST = ?", [.blob(Array(changed))])
  }

  /// Everything in the tables of the file, by table; what the file says about itself aside.
  func content(of path: String? = nil) throws -> [String: [[SQLiteValue]]] {
    let connection = try Connection(
      .file(path: path ?? self.path, access: .readOnly), Configuration(journalMode: nil))
    defer { connection.close() }
    let names = try connection.rows("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
    return try names.reduce(into: [:]) { content, row in
      guard case .text(let name) = row[0] else { return }
      content[name] = try connection.rows("SELECT * FROM \"\(name)\" ORDER BY 1")
    }
  }

  /// Names of tables and indexes with what they are made of.
  func schema(of path: String? = nil) throws -> [[SQLiteValue]] {
    let connection = try Connection(
      .file(path: path ?? self.path, access: .readOnly), Configuration(journalMode: nil))
    defer { connection.close() }
    return try connection.rows("SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY 1, 2")
  }
}

extension SQLiteStore {
  /// Commits new objects.
  @discardableResult
  func insert(
    _ entity: String, _ rows: [[String: AttributeValue]], of model: ManagedObjectModel
  ) throws -> CommitReceipt {
    guard let entity = model.entity(named: entity) else { throw StoreError.unknownEntity(entity) }
    var changes = ChangeSet.EntityChanges(entity: entity)
    changes.insertions = rows.map { values in
      let objectID = ObjectID(store: identifier, entity: entity.name, key: .temporary(UUID()))
      return ChangeSet.Insertion(objectID: objectID, values: entity.row(values))
    }
    return try commit(ChangeSet(entities: [changes]), cancellation: Cancellation())
  }

  /// All objects of an entity in order of their keys.
  func objects(_ name: String, of model: ManagedObjectModel) throws -> [ObjectSnapshot] {
    guard let entity = model.entity(named: name) else { throw StoreError.unknownEntity(name) }
    let rows = try makeReader().fetch(StoreQuery(entity: entity), cancellation: Cancellation())
    return (0..<rows.count).map { rows.snapshot($0, of: entity, in: identifier) }
  }

  /// The values of all objects, by name, missing ones left out.
  func values(_ name: String, of model: ManagedObjectModel) throws -> [[String: AttributeValue]] {
    let columns = model.entity(named: name)?.columns.map(\.name) ?? []
    return try objects(name, of: model).map { object in
      var values: [String: AttributeValue] = [:]
      for (column, value) in zip(columns, object.values) where value != .null { values[column] = value }
      return values
    }
  }
}
