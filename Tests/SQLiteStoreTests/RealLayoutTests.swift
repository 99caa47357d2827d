import Foundation
import ObjectGraph
import PredicateLanguage
import SQLite
import SQLiteStore
import Testing
import TestSupport

/// New stores have the tables and indexes that Core Data has made for the same models.
@Suite struct `Layouts that Core Data made` {
  private static let folder = "data/coredata"
  private static var isThere: Bool { SharedFiles.url(folder) != nil }

  /// The model without what has no part in tables and indexes.
  private func storable(_ model: ManagedObjectModel) throws -> ManagedObjectModel {
    try ManagedObjectModel(
      entities: model.entities.map { entity in
        EntityDescription(
          entity.name, superentity: entity.superentityName, isAbstract: entity.isAbstract,
          properties: entity.ownProperties.filter { property in
            if case .attribute(let attribute) = property { !attribute.isTransient } else { true }
          }, uniquenessConstraints: entity.uniquenessConstraints, fetchIndexes: entity.fetchIndexes)
      })
  }

  /// Tables with their columns and types, then indexes with their columns; without history and metadata.
  private func layout(_ connection: Connection) throws -> [String] {
    let columns = try connection.rows(
      """
      SELECT m.name || '.' || c.name || ' ' || c.type || ' ' || c.pk
      FROM sqlite_master m, pragma_table_info(m.name) c
      WHERE m.type = 'table' AND m.name LIKE 'Z%' ORDER BY 1
      """)
    let indexes = try connection.rows(
      """
      SELECT m.name || ' ' || l."unique" || ' ON ' || m.tbl_name || ' ' || group_concat(i.name)
      FROM sqlite_master m, pragma_index_list(m.tbl_name) l, pragma_index_info(m.name) i
      WHERE m.type = 'index' AND l.name = m.name AND m.tbl_name LIKE 'Z%' GROUP BY m.name ORDER BY 1
      """)
    return (columns + indexes).map { row in if case .text(let line) = row[0] { line } else { "?" } }
  }

  @Test(
    .enabled(if: isThere, "the shared data is absent"),
    arguments: [
      ("CoreDataPlus/SampleModel_V1", "CoreDataPlus/SampleModel"),
      ("CoreDataPlus/SampleModel_V2", "CoreDataPlus/SampleModel2"),
      ("CoreDataPlus/SampleModel3_V1", "CoreDataPlus/SampleModel3"),
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
    ])
  func `tables, columns, types and indexes are the same`(store: String, model: String) throws {
    let file = try #require(SharedFiles.url("\(Self.folder)/stores/\(store).sqlite"))
    let contents = try #require(SharedFiles.url("\(Self.folder)/models/\(model).contents"))
    let fixture = try StoreFixture()
    let read = try storable(ManagedObjectModel(contentsOf: contents))
    try SQLiteStore(path: fixture.path(), model: read).close()
    let theirs = try layout(Connection(.file(path: file.path, access: .immutable)))
    #expect(!theirs.isEmpty)
    #expect(try layout(fixture.raw()) == theirs)
  }

  /// The model of this store is in the store alone; written here by hand.
  @Test(.enabled(if: isThere, "the shared data is absent"))
  func `references to one of several entities have a second column`() throws {
    func attribute(_ name: String, _ type: AttributeType) -> PropertyDescription {
      .attribute(AttributeDescription(name, type))
    }
    func reference(_ name: String, _ entity: String, _ inverse: String) -> PropertyDescription {
      .relationship(RelationshipDescription(name, to: entity, inverse: inverse))
    }
    func list(_ name: String, _ entity: String, _ inverse: String) -> PropertyDescription {
      .relationship(RelationshipDescription(name, to: entity, inverse: inverse, maxCount: 0))
    }
    let model = try ManagedObjectModel(entities: [
      EntityDescription(
        "Book",
        properties: [
          attribute("pagesCount", .integer64), attribute("publishedAt", .date), attribute("price", .decimal),
          attribute("title", .string), attribute("uniqueID", .uuid), attribute("cover", .transformable),
          reference("author", "Author", "books"), list("pages", "Page", "book"),
        ], uniquenessConstraints: [["uniqueID"]]),
      EntityDescription(
        "GraphicNovel", superentity: "Book", properties: [attribute("isBlackAndWhite", .boolean)]),
      EntityDescription(
        "Feedback",
        properties: [
          attribute("rating", .double), attribute("authorAlias", .string), attribute("comment", .string),
          attribute("bookID", .uuid),
        ]),
      EntityDescription(
        "Page",
        properties: [
          attribute("isBookmarked", .boolean), attribute("number", .integer32),
          attribute("content", .transformable), reference("book", "Book", "pages"),
        ]),
      EntityDescription("Writer", properties: [attribute("age", .integer16)]),
      EntityDescription(
        "Author", superentity: "Writer",
        properties: [
          attribute("alias", .string), attribute("siteURL", .uri), list("books", "Book", "author"),
        ], uniquenessConstraints: [["alias"]]),
    ])
    let fixture = try StoreFixture()
    try SQLiteStore(path: fixture.path(), model: model).close()
    let name = "\(Self.folder)/stores/CoreDataPlus/SampleModel2_V1.sqlite"
    let file = try #require(SharedFiles.url(name))
    let theirs = try Connection(.file(path: file.path, access: .immutable))
    #expect(try layout(fixture.raw()) == layout(theirs))
    let numbers = "SELECT Z_ENT, Z_NAME, Z_SUPER FROM Z_PRIMARYKEY WHERE Z_ENT < 16000 ORDER BY Z_ENT"
    #expect(try fixture.raw().rows(numbers) == theirs.rows(numbers))
  }

  @Test(.enabled(if: isThere, "the shared data is absent"))
  func `objects of a shared table and their references are read as Core Data wrote them`() throws {
    let name = "\(Self.folder)/stores/CoreDataPlus/SampleModel_V1.sqlite"
    let fixture = try StoreFixture()
    try FileManager.default.copyItem(
      at: try #require(SharedFiles.url(name)), to: URL(filePath: fixture.path()))
    let contents = try #require(SharedFiles.url("\(Self.folder)/models/CoreDataPlus/SampleModel.contents"))
    let model = try storable(ManagedObjectModel(contentsOf: contents))
    let options = SQLiteStore.Options(isReadOnly: true)
    let store = try SQLiteStore(path: fixture.path(), model: model, options: options)
    let reader = try store.makeReader()
    let raw = try fixture.raw(.immutable)
    for entity in ["Car", "SportCar", "ExpensiveSportCar", "Person"] {
      let description = try #require(model.entity(named: entity))
      let query = StoreQuery(entity: description)
      let rows = try reader.fetch(query, cancellation: Cancellation())
      let table = entity == "Person" ? "ZPERSON" : "ZCAR"
      let numbers = description.family.numbers
      let range = "Z_ENT BETWEEN \(numbers.lowerBound) AND \(numbers.upperBound - 1)"
      let known = try raw.rows("SELECT Z_PK, Z_ENT FROM \(table) WHERE \(range) ORDER BY Z_PK")
      let found = (0..<rows.count).map { row -> [SQLiteValue] in
        let snapshot = rows.snapshot(row, of: description, in: store.identifier)
        let number = model.entityNumber(named: snapshot.objectID.entity) ?? 0
        return [.integer(snapshot.objectID.primaryKey ?? 0), .integer(Int64(number))]
      }
      #expect(!known.isEmpty && found == known)
      #expect(try reader.count(query, cancellation: Cancellation()) == known.count)
    }
    let person = try #require(model.entity(named: "Person"))
    let cars = try #require(person.relationship(named: "cars"))
    let owners = try reader.rows(of: person, keys: (1...100).map { $0 }).keys
    let members = try reader.members(of: cars, owners: owners)
    let found = members.map { member -> [SQLiteValue] in
      [.integer(member.owner), .integer(member.key), .integer(Int64(member.entity))]
    }
    let known = try raw.rows("SELECT ZOWNER, Z_PK, Z_ENT FROM ZCAR WHERE ZOWNER NOT NULL ORDER BY 1, 2")
    #expect(found == known)
    #expect(!members.isEmpty)
  }
}
