import Foundation
import ObjectGraph
import PredicateLanguage
import SQLite
import SQLiteStore
import Testing
import TestSupport

/// Links and hierarchies survive a migration.
@Suite struct `Migrations of relationships` {
  typealias Entity = EntityDescription

  private static func entity(
    _ name: String, _ properties: [PropertyDescription] = [], under parent: String? = nil,
    isAbstract: Bool = false,
    unique: [[String]] = [], was identifier: String? = nil
  ) -> Entity {
    let own: [PropertyDescription] = parent == nil ? [.attribute(AttributeDescription("name", .string))] : []
    return Entity(
      name, superentity: parent, isAbstract: isAbstract, properties: own + properties,
      uniquenessConstraints: unique, renamingIdentifier: identifier)
  }

  private static func link(
    _ name: String, to entity: String, inverse: String? = nil, many: Bool = false, ordered: Bool = false,
    was identifier: String? = nil
  ) -> PropertyDescription {
    .relationship(
      RelationshipDescription(
        name, to: entity, inverse: inverse, maxCount: many ? 0 : 1, isOrdered: ordered,
        renamingIdentifier: identifier))
  }

  private func context(_ store: SQLiteStore, _ model: ManagedObjectModel) throws -> ManagedObjectContext {
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(store)
    return ManagedObjectContext(coordinator: coordinator)
  }

  /// Makes the old store with named objects and links between them.
  ///
  /// - Parameter links: `a.books: b c`, in this order.
  private func fill(_ fixture: MigrationFixture, _ objects: [String: String], _ links: [String]) throws {
    let store = try fixture.openOld()
    let context = try context(store, fixture.old)
    var made: [String: ManagedObject] = [:]
    for (name, entity) in objects.sorted(by: { $0.key < $1.key }) {
      let object = try context.insertNewObject(forEntityName: entity)
      try object.setValue(.string(name), forKey: "name")
      made[name] = object
    }
    for link in links {
      let parts = link.split(separator: ": ")
      let end = parts[0].split(separator: ".").map { String($0) }
      let members = try parts[1].split(separator: " ").map { try #require(made[String($0)]) }
      let owner = try #require(made[end[0]])
      if fixture.old.entity(named: objects[end[0]] ?? "")?.relationship(named: end[1])?.isToMany == true {
        try owner.set(members, ofRelationship: end[1])
      } else {
        try owner.setObject(members[0], forKey: end[1])
      }
    }
    try context.save()
    store.close()
  }

  /// Every link in the store, from both ends, as `fill` takes them; members of lists without an order by name.
  private func links(_ store: SQLiteStore, _ model: ManagedObjectModel) throws -> [String] {
    let context = try context(store, model)
    func name(_ object: ManagedObject) throws -> String {
      guard case .string(let name) = try object.value(forKey: "name") else { return "?" }
      return name
    }
    var lines: [String] = []
    for entity in model.entities where entity.superentityName == nil {
      for object in try context.fetch(FetchRequest(entityName: entity.name)) {
        let actual = try #require(model.entity(named: object.objectID.entity))
        for relationship in actual.relationships {
          var members: [String] = []
          if relationship.isToMany {
            members = try object.objects(forRelationshipNamed: relationship.name).map(name)
            if !relationship.description.isOrdered { members.sort() }
          } else if let member = try object.object(forKey: relationship.name) {
            members = [try name(member)]
          }
          if !members.isEmpty {
            lines.append("\(try name(object)).\(relationship.name): \(members.joined(separator: " "))")
          }
        }
      }
    }
    return lines.sorted()
  }

  private func check(
    _ old: [Entity], _ new: [Entity], _ objects: [String: String], _ links: [String],
    become expected: [String],
    _ migration: SQLiteStore.Options.Migration = .automatic, _ location: SourceLocation = #_sourceLocation
  ) throws {
    let fixture = try MigrationFixture(old, new)
    try fill(fixture, objects, links)
    let store = try fixture.openNew(migration)
    #expect(try self.links(store, fixture.new) == expected, sourceLocation: location)
    store.close()
    #expect(try fixture.raw().row("PRAGMA integrity_check") == [.text("ok")], sourceLocation: location)
    let fresh = fixture.path + "-fresh"
    try SQLiteStore(path: fresh, model: fixture.new).close()
    #expect(try fixture.schema() == fixture.schema(of: fresh), sourceLocation: location)
    let again = try fixture.openNew(.never)
    #expect(try self.links(again, fixture.new) == expected, sourceLocation: location)
  }

  private static let books = ["a": "Author", "b": "Author", "x": "Book", "y": "Book", "z": "Book"]

  @Test func `links stay when their ends are renamed and renumbered`() throws {
    try check(
      [
        Self.entity("Author", [Self.link("books", to: "Book", inverse: "author", many: true)]),
        Self.entity("Book", [Self.link("author", to: "Author", inverse: "books")]),
      ],
      [
        Self.entity("Alpha"),
        Self.entity("Text", [Self.link("writer", to: "Zed", inverse: "texts", was: "author")], was: "Book"),
        Self.entity(
          "Zed", [Self.link("texts", to: "Text", inverse: "writer", many: true, was: "books")], was: "Author"),
      ], Self.books, ["a.books: x y", "b.books: z"],
      become: ["a.texts: x y", "b.texts: z", "x.writer: a", "y.writer: a", "z.writer: b"])
  }

  @Test func `to-one becomes to-many, with and without an inverse`() throws {
    let one = [Self.entity("Author"), Self.entity("Book", [Self.link("author", to: "Author")])]
    try check(
      one, [Self.entity("Author"), Self.entity("Book", [Self.link("author", to: "Author", many: true)])],
      Self.books, ["x.author: a", "y.author: a", "z.author: b"],
      become: ["x.author: a", "y.author: a", "z.author: b"])
    try check(
      [
        Self.entity("Author", [Self.link("books", to: "Book", inverse: "author", many: true, ordered: true)]),
        Self.entity("Book", [Self.link("author", to: "Author", inverse: "books")]),
      ],
      [
        Self.entity(
          "Author", [Self.link("books", to: "Book", inverse: "authors", many: true, ordered: true)]),
        Self.entity(
          "Book", [Self.link("authors", to: "Author", inverse: "books", many: true, was: "author")]),
      ], Self.books, ["a.books: z x", "b.books: y"],
      become: ["a.books: z x", "b.books: y", "x.authors: a", "y.authors: b", "z.authors: a"])
  }

  @Test func `a new to-many inverse shows what was linked, a removed one takes nothing away`() throws {
    let oneWay = [Self.entity("Author"), Self.entity("Book", [Self.link("author", to: "Author")])]
    let both = [
      Self.entity("Author", [Self.link("books", to: "Book", inverse: "author", many: true)]),
      Self.entity("Book", [Self.link("author", to: "Author", inverse: "books")]),
    ]
    let links = ["x.author: a", "y.author: a"]
    try check(oneWay, both, Self.books, links, become: ["a.books: x y"] + links)
    try check(both, oneWay, Self.books, links, become: links)
    let other = [
      Self.entity("Author", [Self.link("books", to: "Book", many: true)]), Self.entity("Book"),
    ]
    try check(both, other, Self.books, links, become: ["a.books: x y"])
  }

  @Test func `pairs keep their order, and get one or lose it`() throws {
    func model(_ ordered: Bool) -> [Entity] {
      [
        Self.entity(
          "Author", [Self.link("books", to: "Book", inverse: "authors", many: true, ordered: ordered)]),
        Self.entity("Book", [Self.link("authors", to: "Author", inverse: "books", many: true)]),
      ]
    }
    let back = ["x.authors: a", "y.authors: a b", "z.authors: a"]
    try check(
      model(true), [Self.entity("Alpha")] + model(true), Self.books, ["a.books: z x y", "b.books: y"],
      become: ["a.books: z x y", "b.books: y"] + back)
    try check(
      model(false), model(true), Self.books, ["a.books: z x y", "b.books: y"],
      become: ["a.books: x y z", "b.books: y"] + back)
    try check(
      model(true), model(false), Self.books, ["a.books: z x y", "b.books: y"],
      become: ["a.books: x y z", "b.books: y"] + back)
  }

  @Test func `lists of a to-one inverse keep their order, and get one`() throws {
    func model(_ ordered: Bool) -> [Entity] {
      [
        Self.entity(
          "Author", [Self.link("books", to: "Book", inverse: "author", many: true, ordered: ordered)]),
        Self.entity("Book", [Self.link("author", to: "Author", inverse: "books")]),
      ]
    }
    let back = ["x.author: a", "y.author: a", "z.author: a"]
    try check(
      model(true), [Self.entity("Alpha")] + model(true), Self.books, ["a.books: z x y"],
      become: ["a.books: z x y"] + back)
    try check(model(false), model(true), Self.books, ["a.books: z x y"], become: ["a.books: x y z"] + back)
  }

  // MARK: - Hierarchies

  private static let apart = [
    entity("Author", [link("books", to: "Book", inverse: "author", many: true)]),
    entity("Book", [link("author", to: "Author", inverse: "books"), link("sequel", to: "Book")]),
  ]
  private static let together = [
    entity("Thing", isAbstract: true),
    entity("Author", [link("books", to: "Book", inverse: "author", many: true)], under: "Thing"),
    entity(
      "Book", [link("author", to: "Author", inverse: "books"), link("sequel", to: "Book")], under: "Thing"),
  ]
  private static let story = ["a.books: x y", "x.author: a", "x.sequel: z", "y.author: a"]

  @Test func `trees grow together and come apart, and every link follows`() throws {
    try check(Self.apart, Self.together, Self.books, Self.story, become: Self.story)
    try check(Self.together, Self.apart, Self.books, Self.story, become: Self.story)
  }

  @Test func `no key is given out twice when trees have grown together`() throws {
    let fixture = try MigrationFixture(Self.apart, Self.together)
    try fill(fixture, Self.books, [])
    let store = try fixture.openNew()
    let context = try context(store, fixture.new)
    let new = try context.insertNewObject(forEntityName: "Book")
    try context.save()
    #expect(try context.fetch(FetchRequest(entityName: "Thing")).count == 6)
    #expect(context.persistentStoreCoordinator.resolve(new.objectID).primaryKey == 6)
  }

  @Test func `what leads to lost objects leads nowhere`() throws {
    let old = [
      Self.entity(
        "Book", [Self.link("author", to: "Person"), Self.link("readers", to: "Person", many: true)]),
      Self.entity("Person"), Self.entity("Author", under: "Person"), Self.entity("Editor", under: "Person"),
    ]
    let objects = ["a": "Author", "e": "Editor", "p": "Person", "x": "Book", "y": "Book"]
    let links = ["x.author: a", "x.readers: a e p", "y.author: e"]
    try check(
      old, Array(old.dropLast()), objects, links, become: ["x.author: a", "x.readers: a p"], .lossy)
    try check(old, [Self.entity("Alpha")] + old, objects, links, become: links)
  }

  @Test func `links that would go are counted from either end`() throws {
    let fixture = try MigrationFixture(Self.apart, [Self.entity("Author"), Self.entity("Book")])
    try fill(fixture, Self.books, Self.story)
    let plan = try SQLiteStore.migrationPlan(
      path: fixture.path, model: fixture.new, sourceModels: [fixture.old])
    #expect(
      plan?.losses.map(\.description) == [
        "2 values of Author.books", "2 values of Book.author", "1 value of Book.sequel",
      ])
  }

  @Test func `a constraint of a parent holds among all its subentities`() throws {
    let fixture = try MigrationFixture(
      Self.apart,
      [Self.entity("Thing", isAbstract: true, unique: [["name"]])] + Self.together.dropFirst())
    try fill(fixture, ["a": "Author", "x": "Book"], [])
    try fixture.raw().execute("UPDATE ZBOOK SET ZNAME = 'a'")
    let error = refusal { _ = try fixture.openNew() }
    guard case .migration(let failure)? = error, case .constraint(let collisions) = failure.reason else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(collisions.map(\.entity) == ["Thing"])
    #expect(collisions[0].objectIDs.map(\.entity) == ["Author", "Book"])
  }

  // MARK: - Stores that Core Data wrote

  private static let folder = "data/coredata/"
  private static var isThere: Bool { SharedFiles.url(folder) != nil }

  private func model(_ name: String) throws -> ManagedObjectModel {
    try ManagedObjectModel(
      contentsOf: try #require(SharedFiles.url(Self.folder + "models/" + name + ".contents")))
  }

  /// All rows of a table, without the columns of the layout.
  private func rows(_ path: String, _ columns: String, _ table: String) throws -> [[SQLiteValue]] {
    try Connection(.file(path: path, access: .readOnly), Configuration(journalMode: nil))
      .rows("SELECT Z_PK, Z_OPT, \(columns) FROM \(table) ORDER BY Z_PK")
  }

  /// CoreDataMigrationRevised-Example (MIT).
  @Test(.enabled(if: isThere, "the shared data is absent"))
  func `a chain of real versions is followed, every row compared`() throws {
    let fixture = try StoreFixture()
    let name = "CoreDataMigrationRevised-Example/"
    let source = try #require(
      SharedFiles.url(Self.folder + "stores/" + name + "CoreDataMigration_Example_1.sqlite"))
    let path = fixture.path("posts.sqlite")
    try FileManager.default.copyItem(at: source, to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    let models = try (1...4).map { try model(name + "Example\($0)") }
    let before = try rows(path, "ZPOSTID, ZDATE, ZCOLOR", "ZPOST")
    #expect(!before.isEmpty)
    for version in 1..<4 {
      let options = SQLiteStore.Options(migration: .lossy, sourceModels: Array(models[..<version]))
      let store = try SQLiteStore(path: path, model: models[version], options: options)
      #expect(store.migration != nil)
      store.close()
      #expect(try rows(path, "ZPOSTID, ZDATE, ZHEXCOLOR", "ZPOST") == before, "version \(version + 1)")
    }
    #expect(try rows(path, "ZSOFTDELETED", "ZPOST").allSatisfy { $0[2] == .integer(0) })
    #expect(fixture.files.count { $0.contains(".before-") } == 3)
  }

  /// CoreDataPlus (MIT).
  @Test(.enabled(if: isThere, "the shared data is absent"))
  func `users get pets`() throws {
    let fixture = try StoreFixture()
    let source = try #require(SharedFiles.url(Self.folder + "stores/CoreDataPlus/SampleModel3_V1.sqlite"))
    let path = fixture.path("users.sqlite")
    try FileManager.default.copyItem(at: source, to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    let models = try ["", "_v2", "_v3"].map { try model("CoreDataPlus/SampleModel3" + $0) }
    let before = try rows(path, "ZNAME", "ZUSER")
    let options = SQLiteStore.Options(migration: .automatic, sourceModels: models)
    let second = try SQLiteStore(path: path, model: models[1], options: options)
    let context = try context(second, models[1])
    let pet = try context.insertNewObject(forEntityName: "Pet")
    try pet.setValue(.string("Rex"), forKey: "name")
    let user = try #require(try context.fetch(FetchRequest(entityName: "User")).first)
    try user.setObject(pet, forKey: "pet")
    try context.save()
    second.close()
    let third = try SQLiteStore(
      path: path, model: models[2], options: SQLiteStore.Options(migration: .lossy, sourceModels: models))
    #expect(try links(third, models[2]).contains { $0.hasSuffix(".pet: Rex") })
    third.close()
    #expect(try rows(path, "ZNAME", "ZUSER").map { $0[2] } == before.map { $0[2] })
  }
}
