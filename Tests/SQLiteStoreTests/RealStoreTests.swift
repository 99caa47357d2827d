import Foundation
import ObjectGraph
import PredicateLanguage
import SQLite
import SQLiteStore
import Testing
import TestSupport

/// A store that Core Data wrote (CoreDataMigrationRevised-Example, MIT), opened with its model.
@Suite struct `Stores that Core Data wrote` {
  private static let name =
    "data/coredata/stores/CoreDataMigrationRevised-Example/CoreDataMigration_Example_1.sqlite"
  private static var isThere: Bool { SharedFiles.url(name) != nil }

  private func model() throws -> ManagedObjectModel {
    let texts = ["color", "content", "postID"].map {
      PropertyDescription.attribute(AttributeDescription($0, .string))
    }
    let date = PropertyDescription.attribute(AttributeDescription("date", .date))
    return try ManagedObjectModel(
      entities: [EntityDescription("Post", properties: texts + [date])], versionIdentifiers: [""])
  }

  private func copy(_ fixture: StoreFixture) throws -> String {
    let source = try #require(SharedFiles.url(Self.name))
    let path = fixture.path("posts.sqlite")
    try FileManager.default.copyItem(at: source, to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    return path
  }

  private func posts(_ store: SQLiteStore) throws -> [ObjectSnapshot] {
    let entity = try model().entities[0]
    let rows = try store.makeReader().fetch(StoreQuery(entity: entity), cancellation: Cancellation())
    return (0..<rows.count).map { rows.snapshot($0, of: entity, in: store.identifier) }
  }

  @Test(.enabled(if: isThere, "the shared data is absent"))
  func `its objects are read, and it is left as it was`() throws {
    let fixture = try StoreFixture()
    let path = try copy(fixture)
    let before = try Data(contentsOf: URL(filePath: path))
    let store = try SQLiteStore(path: path, model: model(), options: SQLiteStore.Options(isReadOnly: true))
    let raw = try Connection(.file(path: path, access: .immutable))
    #expect(try raw.row("SELECT Z_UUID FROM Z_METADATA") == [.text(store.identifier.uuidString)])
    let posts = try posts(store)
    #expect(try raw.row("SELECT count(*) FROM ZPOST") == [.integer(Int64(posts.count))])
    #expect(!posts.isEmpty)
    #expect(posts.allSatisfy { !$0.values.contains(.null) })
    store.close()
    #expect(try Data(contentsOf: URL(filePath: path)) == before)
  }

  @Test(.enabled(if: isThere, "the shared data is absent"))
  func `a row is added behind the others, and its metadata stays as it was`() throws {
    let fixture = try StoreFixture()
    let path = try copy(fixture)
    let metadata = "SELECT Z_UUID, Z_PLIST FROM Z_METADATA"
    let before = try Connection(.file(path: path, access: .immutable)).row(metadata)
    let store = try SQLiteStore(path: path, model: model())
    let old = try posts(store)
    var changes = ChangeSet.EntityChanges(entity: try model().entities[0])
    let objectID = ObjectID(store: store.identifier, entity: "Post", key: .temporary(UUID()))
    changes.insertions = [
      ChangeSet.Insertion(objectID: objectID, values: changes.entity.row(["postID": .string("new")]))
    ]
    let receipt = try store.commit(ChangeSet(entities: [changes]), cancellation: Cancellation())
    store.close()
    let raw = try Connection(.file(path: path, access: .immutable))
    let key = try #require(receipt.permanentIDs.first?.permanent.primaryKey)
    #expect(old.allSatisfy { ($0.objectID.primaryKey ?? 0) < key })
    #expect(try raw.row("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'Post'") == [.integer(key)])
    #expect(try raw.row("SELECT Z_ENT, Z_OPT FROM ZPOST WHERE Z_PK = \(key)") == [.integer(1), .integer(1)])
    #expect(try raw.row(metadata) == before)
  }

  @Test(.enabled(if: isThere, "the shared data is absent"))
  func `a new store has the tables that Core Data makes`() throws {
    let fixture = try StoreFixture()
    let theirs = try Connection(.file(path: try copy(fixture), access: .immutable))
    try SQLiteStore(path: fixture.path("new.sqlite"), model: model()).close()
    let mine = try fixture.raw(name: "new.sqlite")
    let columns =
      "SELECT m.name, c.name, c.type, c.pk FROM sqlite_master m, pragma_table_info(m.name) c ORDER BY 1, c.cid"
    #expect(try mine.rows(columns) == theirs.rows(columns))
  }

  /// The second store of CoreDataPlus's SampleModel was written with a version that is not among the files.
  @Test(
    .enabled(if: isThere, "the shared data is absent"),
    arguments: [
      (
        "CoreDataMigrationRevised-Example/CoreDataMigration_Example_1",
        "CoreDataMigrationRevised-Example/Example1"
      ),
      (
        "CoreDataMigrationRevised-Example/CoreDataMigration_Example_2",
        "CoreDataMigrationRevised-Example/Example2"
      ),
      (
        "CoreDataMigrationRevised-Example/CoreDataMigration_Example_3",
        "CoreDataMigrationRevised-Example/Example3"
      ),
      ("CoreDataPlus/SampleModel_V1", "CoreDataPlus/SampleModel"),
      ("CoreDataPlus/SampleModel3_V1", "CoreDataPlus/SampleModel3"),
    ])
  func `its hashes are those of the model file that it was made with`(store: String, model: String) throws {
    let file = try #require(SharedFiles.url("data/coredata/stores/\(store).sqlite"))
    let raw = try Connection(.file(path: file.path, access: .immutable))
    guard case .blob(let plist)? = try raw.row("SELECT Z_PLIST FROM Z_METADATA")?.first else {
      Issue.record("the store has no metadata")
      return
    }
    let contents = try #require(SharedFiles.url("data/coredata/models/\(model).contents"))
    let read = try ManagedObjectModel(contentsOf: contents)
    #expect(try StoreMetadata(plist: plist).incompatibleEntities(with: StoreConfiguration(read)) == [])
  }
}
