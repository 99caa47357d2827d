import Foundation
import ObjectGraph
import PredicateLanguage
import SQLite
import SQLiteStore
import Testing
import TestSupport

/// A store of an older model is changed into one of the given model.
@Suite struct `Migrations of stores` {
  typealias Entity = EntityDescription

  private static func attribute(
    _ name: String, _ type: AttributeType = .string, required: Bool = false,
    default value: AttributeValue = .null, was identifier: String? = nil
  ) -> PropertyDescription {
    .attribute(
      AttributeDescription(
        name, type, isOptional: !required, defaultValue: value, renamingIdentifier: identifier))
  }

  /// Note comes before Task, which so has another number in each model.
  private static func chain() throws -> MigrationFixture {
    try MigrationFixture(
      [
        Entity(
          "Task",
          properties: [
            attribute("title"), attribute("size", .integer16), attribute("due", .date),
            attribute("price", .decimal),
            attribute("ident", .uuid), attribute("bytes", .binary), attribute("code", required: true),
          ], uniquenessConstraints: [["code"]], fetchIndexes: [FetchIndexDescription("byDue", [.init("due")])]
        ),
        Entity("List", properties: [attribute("name")]),
      ],
      [
        Entity("Alpha", properties: [attribute("text")]),
        Entity("List", properties: [attribute("name")]),
        Entity(
          "Todo",
          properties: [
            attribute("name", was: "title"),
            attribute("size", .integer16, required: true, default: .integer(7)),
            attribute("due", .date), attribute("price", .decimal), attribute("ident", .uuid),
            attribute("bytes", .binary), attribute("code", required: true),
            attribute("done", .boolean, required: true, default: .boolean(false)), attribute("link", .uri),
            attribute("place", default: .string("home")),
          ], uniquenessConstraints: [["code"]],
          fetchIndexes: [FetchIndexDescription("byName", [.init("name")])],
          renamingIdentifier: "Task"),
      ])
  }

  private static let rows: [(entity: String, values: [String: AttributeValue])] = (0..<40).map { number in
    if number % 4 == 0 { return ("List", ["name": .string("list \(number)")]) }
    var values: [String: AttributeValue] = [
      "due": .date(Double(number) + 0.125), "price": .decimal(Decimal(number) + 0.25), "ident": .uuid(UUID()),
      "bytes": .data([0, 255, UInt8(number)]), "code": .string("code \(number)"),
    ]
    if number % 5 != 0 { values["title"] = .string("title \(number) \u{E9}e\u{301}") }
    if number % 3 != 0 { values["size"] = .integer(Int64(number)) }
    return ("Task", values)
  }

  @Test(arguments: [SQLiteStore.Options.Migration.automatic, .lossy])
  func `a model in which nothing of the store goes on is no newer version of its own, empty or not`(
    _ migration: SQLiteStore.Options.Migration
  ) throws {
    let fixture = try MigrationFixture(
      [Entity("Task", properties: [Self.attribute("title")])],
      [Entity("Book", properties: [Self.attribute("title")])])
    try fixture.fill([])
    let before = try fixture.content()
    #expect(throws: StoreError.incompatible(entities: ["Book", "Task"])) { try fixture.openNew(migration) }
    #expect(try fixture.content() == before && fixture.backups.isEmpty)
  }

  @Test func `every value is there before and after, keys, versions and the store's name stay`() throws {
    let fixture = try Self.chain()
    try fixture.fill(Self.rows)
    let old = try fixture.openOld()
    let first = try old.objects("Task", of: fixture.old)[0]
    var changes = ChangeSet.EntityChanges(entity: try #require(fixture.old.entity(named: "Task")))
    let size = try #require(changes.entity.columnIndex(named: "size"))
    changes.updates = [
      ChangeSet.Update(base: first, changes: [PropertyChange(column: size, value: .integer(-1))])
    ]
    _ = try old.commit(ChangeSet(entities: [changes]), cancellation: Cancellation())
    let (tasks, objects) = (try old.values("Task", of: fixture.old), try old.objects("Task", of: fixture.old))
    let lists = try old.values("List", of: fixture.old)
    let identifier = old.identifier
    old.close()

    let new = try fixture.openNew()
    #expect(new.identifier == identifier)
    #expect(try new.values("List", of: fixture.new) == lists)
    #expect(try new.values("Alpha", of: fixture.new) == [])
    let expected = tasks.map { task in
      var todo = task
      todo["name"] = todo.removeValue(forKey: "title")
      todo["size"] = todo["size"] ?? .integer(7)
      todo["done"] = .boolean(false)
      todo["place"] = .string("home")
      return todo
    }
    #expect(try new.values("Todo", of: fixture.new) == expected)
    let todos = try new.objects("Todo", of: fixture.new)
    #expect(todos.map(\.objectID.primaryKey) == objects.map(\.objectID.primaryKey))
    #expect(todos.map(\.version) == objects.map(\.version))
    #expect(todos[0].version == 2)
    let plan = try #require(new.migration?.plan)
    #expect(plan.steps.map(\.action).contains(.renameEntity) && plan.losses.isEmpty)
    new.close()
    // Again, without anything to do.
    let again = try fixture.openNew(.never)
    #expect(again.migration == nil)
    #expect(try again.values("Todo", of: fixture.new) == expected)
    #expect(try fixture.raw().row("PRAGMA integrity_check") == [.text("ok")])
  }

  @Test func `what comes of it is like a new store of the model`() throws {
    let fixture = try Self.chain()
    try fixture.fill(Self.rows)
    try fixture.openNew().close()
    let fresh = fixture.path + "-fresh"
    try SQLiteStore(path: fresh, model: fixture.new).close()
    #expect(try fixture.schema() == fixture.schema(of: fresh))
    let (mine, new) = (try fixture.content(), try fixture.content(of: fresh))
    #expect(mine["Z_METADATA"]?[0][2] == new["Z_METADATA"]?[0][2])
    func numbers(_ content: [String: [[SQLiteValue]]]) -> [[SQLiteValue]]? {
      content["Z_PRIMARYKEY"]?.map { Array($0[0...2]) }
    }
    #expect(numbers(mine) == numbers(new))
    #expect(mine["ZTODO"]?.allSatisfy { $0[1] == .integer(3) } == true)
  }

  @Test func `a key is never given out twice, also after a migration`() throws {
    let fixture = try Self.chain()
    try fixture.fill([("Task", ["code": .string("a")]), ("Task", ["code": .string("b")])])
    let old = try fixture.openOld()
    var changes = ChangeSet.EntityChanges(entity: try #require(fixture.old.entity(named: "Task")))
    changes.deletions = [ChangeSet.Deletion(snapshot: try old.objects("Task", of: fixture.old)[1])]
    _ = try old.commit(ChangeSet(entities: [changes]), cancellation: Cancellation())
    old.close()
    let new = try fixture.openNew()
    try new.insert(
      "Todo", [["code": .string("c"), "size": .integer(1), "done": .boolean(true)]], of: fixture.new)
    #expect(try new.objects("Todo", of: fixture.new).map(\.objectID.primaryKey) == [1, 3])
  }

  @Test func `names may be exchanged`() throws {
    let fixture = try MigrationFixture(
      [
        Entity("A", properties: [Self.attribute("x"), Self.attribute("y")]),
        Entity("B", properties: [Self.attribute("x")]),
      ],
      [
        Entity("A", properties: [Self.attribute("x")], renamingIdentifier: "B"),
        Entity(
          "B", properties: [Self.attribute("x", was: "y"), Self.attribute("y", was: "x")],
          renamingIdentifier: "A"),
      ])
    try fixture.fill([("A", ["x": .string("1"), "y": .string("2")]), ("B", ["x": .string("3")])])
    let new = try fixture.openNew()
    #expect(try new.values("A", of: fixture.new) == [["x": .string("3")]])
    #expect(try new.values("B", of: fixture.new) == [["y": .string("1"), "x": .string("2")]])
  }

  @Test func `metadata and tables of others stay`() throws {
    let fixture = try Self.chain()
    try fixture.fill(Self.rows)
    let raw = try fixture.raw()
    try raw.execute("CREATE TABLE ANSCKEVENT (a)")
    try raw.execute("INSERT INTO ANSCKEVENT VALUES (1)")
    try raw.execute("INSERT INTO Z_PRIMARYKEY VALUES (16001, 'CHANGE', 0, 12)")
    raw.close()
    try fixture.changeMetadata { $0["app"] = ["key": 5] }
    let new = try fixture.openNew()
    let metadata = try new.metadata()
    #expect(metadata["app"] == .dictionary(["key": .integer(5)]))
    #expect(metadata["NSStoreModelVersionIdentifiers"] == .list([.string("new")]))
    let content = try fixture.content()
    #expect(content["ANSCKEVENT"] == [[.integer(1)]])
    #expect(
      content["Z_PRIMARYKEY"]?.last == [.integer(16_001), .text("CHANGE"), .integer(0), .integer(12)])
  }

  // MARK: - The copy

  @Test func `a copy from before stays beside the store, for its owner alone`() throws {
    let fixture = try Self.chain()
    try fixture.fill(Self.rows)
    let before = try fixture.content()
    let new = try fixture.openNew()
    let backup = try #require(new.migration?.backupPath)
    new.close()
    #expect(fixture.backups == [URL(filePath: backup).lastPathComponent])
    #expect(backup.wholeMatch(of: /.*\/items\.sqlite\.before-[0-9a-f]{8}/) != nil)
    #expect(fixture.files == ["items.sqlite", URL(filePath: backup).lastPathComponent])
    let mode = try FileManager.default.attributesOfItem(atPath: backup)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    #expect(try fixture.content(of: backup) == before)
    let old = try SQLiteStore(path: backup, model: fixture.old)
    #expect(try old.objects("Task", of: fixture.old).count == 30)
  }

  @Test func `what still waits in the log is in the copy and in the new store`() throws {
    let fixture = try Self.chain()
    let old = try fixture.openOld()
    try old.insert("List", [["name": .string("in the log")]], of: fixture.old)
    let copied = fixture.path + "-copied"
    for ending in ["", "-wal"] {
      try FileManager.default.copyItem(atPath: fixture.path + ending, toPath: copied + ending)
    }
    old.close()
    let new = try SQLiteStore(path: copied, model: fixture.new, options: fixture.options(.automatic))
    #expect(try new.values("List", of: fixture.new) == [["name": .string("in the log")]])
    let backup = try #require(new.migration?.backupPath)
    #expect(try fixture.content(of: backup)["ZLIST"]?.count == 1)
  }

  @Test func `a copy never takes the place of another file, and the same copy is made once`() throws {
    let fixture = try Self.chain()
    try fixture.fill(Self.rows)
    let original = try Data(contentsOf: URL(filePath: fixture.path))
    try fixture.openNew().close()
    let name = try #require(fixture.backups.first)
    // As if the process had died after the copy was made, and once more with other content.
    try original.write(to: URL(filePath: fixture.path))
    try fixture.openNew().close()
    #expect(fixture.backups == [name])
    try Data("mine".utf8).write(to: URL(filePath: fixture.path + ".before-" + name.suffix(8)))
    try Data("cut off".utf8).write(to: URL(filePath: fixture.path + ".before-" + name.suffix(8) + ".partial"))
    try original.write(to: URL(filePath: fixture.path))
    try fixture.openNew().close()
    #expect(fixture.backups == [name, name + "-2"])
  }

  // MARK: - Refusals

  /// - Returns: why the store is not migrated; the file and what is beside it are as they were then.
  private func opening(
    _ fixture: MigrationFixture, _ options: SQLiteStore.Options
  ) throws -> StoreError? {
    let (files, before) = (fixture.files, try Data(contentsOf: URL(filePath: fixture.path)))
    let error = refusal {
      try SQLiteStore(path: fixture.path, model: fixture.new, options: options).close()
    }
    // What SQLite keeps beside a file that is only read may stay.
    if !options.isReadOnly { #expect(fixture.files == files) }
    #expect(fixture.backups.isEmpty)
    #expect(try Data(contentsOf: URL(filePath: fixture.path)) == before)
    return error
  }

  private func reason(
    _ fixture: MigrationFixture, _ options: SQLiteStore.Options
  ) throws -> MigrationFailure.Reason? {
    guard case .migration(let failure)? = try opening(fixture, options) else { return nil }
    return failure.reason
  }

  @Test func `nothing is migrated unless it is wanted, and nothing that is only read`() throws {
    let fixture = try Self.chain()
    try fixture.fill(Self.rows)
    let entities = ["Alpha", "Task", "Todo"]
    #expect(try opening(fixture, fixture.options(.never)) == .incompatible(entities: entities))
    var readOnly = fixture.options(.lossy)
    readOnly.isReadOnly = true
    #expect(try opening(fixture, readOnly) == .incompatible(entities: entities))
    #expect(try reason(fixture, fixture.options(.explicit)) == .inferenceNotAllowed)
    var unknown = fixture.options(.automatic)
    unknown.sourceModels = [fixture.new]
    try fixture.changeMetadata { $0["OBJWIREModel"] = nil }
    #expect(try reason(fixture, unknown) == .unknownSourceModel)
    guard case .migration(let failure)? = try opening(fixture, unknown) else { return }
    #expect(failure.entities == entities)
  }

  @Test func `every obstacle is told`() throws {
    let fixture = try MigrationFixture(
      [Entity("A", properties: [Self.attribute("x"), Self.attribute("y")])],
      [Entity("A", properties: [Self.attribute("x", .date), Self.attribute("y", required: true)])])
    try fixture.fill([("A", ["x": .string("1")])])
    guard case .notInferable(let obstacles)? = try reason(fixture, fixture.options(.lossy)) else {
      Issue.record("it was not refused")
      return
    }
    #expect(obstacles.map(\.property) == ["x", "y"])
  }

  @Test func `what would be lost is counted, and goes only if that is allowed`() throws {
    let fixture = try MigrationFixture(
      [
        Entity("A", properties: [Self.attribute("x"), Self.attribute("y")]),
        Entity("B", properties: [Self.attribute("x")]),
      ], [Entity("A", properties: [Self.attribute("x")])])
    try fixture.fill([
      ("A", ["x": .string("1"), "y": .string("2")]), ("A", ["x": .string("3")]), ("B", [:]), ("B", [:]),
    ])
    guard case .losesData(let losses)? = try reason(fixture, fixture.options(.automatic)) else {
      Issue.record("it was not refused")
      return
    }
    #expect(losses.map(\.description) == ["1 value of A.y", "2 objects of B"])
    let new = try fixture.openNew(.lossy)
    #expect(try new.values("A", of: fixture.new) == [["x": .string("1")], ["x": .string("3")]])
    #expect(new.migration?.plan.losses == losses)
    #expect(try fixture.content()["ZB"] == nil)
  }

  @Test func `what is empty is no loss`() throws {
    let fixture = try MigrationFixture(
      [
        Entity("A", properties: [Self.attribute("x"), Self.attribute("y")]),
        Entity("B", properties: [Self.attribute("x")]),
      ], [Entity("A", properties: [Self.attribute("x")])])
    try fixture.fill([("A", ["x": .string("1")])])
    let new = try fixture.openNew()
    #expect(new.migration?.plan.losses == [])
    #expect(try new.values("A", of: fixture.new) == [["x": .string("1")]])
  }

  @Test func `objects that a new constraint would not let be are named`() throws {
    let fixture = try MigrationFixture(
      [Entity("A", properties: [Self.attribute("x"), Self.attribute("y", .integer16)])],
      [
        Entity(
          "B",
          properties: [
            Self.attribute("z", was: "x"),
            Self.attribute("y", .integer16, required: true, default: .integer(1)),
          ], uniquenessConstraints: [["z", "y"]], renamingIdentifier: "A")
      ])
    try fixture.fill([
      ("A", ["x": .string("a"), "y": .integer(1)]), ("A", ["x": .string("a")]),
      ("A", ["x": .string("a"), "y": .integer(2)]), ("A", ["y": .integer(1)]), ("A", ["y": .integer(1)]),
    ])
    guard case .constraint(let collisions)? = try reason(fixture, fixture.options(.automatic)) else {
      Issue.record("it was not refused")
      return
    }
    #expect(collisions.map(\.constraint) == [["z", "y"]] && collisions.map(\.entity) == ["B"])
    #expect(collisions.map(\.count) == [2])
    #expect(collisions[0].objectIDs.map(\.primaryKey) == [1, 2])
    try fixture.raw().execute("UPDATE ZA SET ZX = 'b' WHERE Z_PK = 2")
    let new = try fixture.openNew()
    #expect(
      try new.values("B", of: fixture.new).map { $0["y"] }
        == [1, 1, 2, 1, 1].map { AttributeValue.integer($0) })
    #expect(
      try fixture.raw().row("SELECT count(*) FROM sqlite_master WHERE name = 'Z_B_UNIQUE_z_y'") == [
        .integer(1)
      ])
  }

  @Test func `no more groups and objects are named than the limits say`() throws {
    let fixture = try MigrationFixture(
      [Entity("A", properties: [Self.attribute("x", .integer16)])],
      [Entity("A", properties: [Self.attribute("x", .integer16)], uniquenessConstraints: [["x"]])])
    try fixture.openOld().close()
    let store = try fixture.openOld()
    try store.insert("A", (0..<600).map { ["x": .integer(Int64($0 % 25))] }, of: fixture.old)
    store.close()
    guard case .constraint(let collisions)? = try reason(fixture, fixture.options(.automatic)) else {
      Issue.record("it was not refused")
      return
    }
    #expect(collisions.count == 20 && collisions.allSatisfy { $0.count == 24 && $0.objectIDs.count == 10 })
  }

  @Test func `a row of no entity is not left behind`() throws {
    let fixture = try Self.chain()
    try fixture.fill(Self.rows)
    try fixture.raw().execute("UPDATE ZTASK SET Z_ENT = 99 WHERE Z_PK = 1")
    guard case .corrupt(let reason)? = try opening(fixture, fixture.options(.lossy)) else {
      Issue.record("it was not refused")
      return
    }
    #expect(reason.contains("1 rows of the table \"ZTASK\""))
  }

  // MARK: - Plans

  @Test func `a plan touches nothing`() throws {
    let fixture = try MigrationFixture(
      [Entity("A", properties: [Self.attribute("x"), Self.attribute("y")])],
      [Entity("A", properties: [Self.attribute("y")])])
    func plan() throws -> MigrationPlan? {
      try SQLiteStore.migrationPlan(path: fixture.path, model: fixture.new, sourceModels: [fixture.old])
    }
    #expect(try plan() == nil)
    try fixture.fill([("A", ["x": .string("1")])])
    let before = try Data(contentsOf: URL(filePath: fixture.path))
    let found = try #require(try plan())
    #expect(found.steps.map(\.description) == ["remove the attribute A.x"])
    #expect(found.losses.map(\.description) == ["1 value of A.x"])
    #expect(try Data(contentsOf: URL(filePath: fixture.path)) == before)
    #expect(fixture.files == ["items.sqlite"])
    try fixture.openNew(.lossy).close()
    #expect(try plan() == nil)
  }

  // MARK: - Others

  @Test func `eight at once migrate once`() async throws {
    let fixture = try Self.chain()
    try fixture.fill(Self.rows)
    let (path, model, options) = (fixture.path, fixture.new, fixture.options(.automatic))
    let migrations = try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask {
          let store = try SQLiteStore(path: path, model: model, options: options)
          #expect(try store.objects("Todo", of: model).count == 30)
          return store.migration != nil
        }
      }
      return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(migrations == 1)
    #expect(fixture.backups.count == 1)
  }

  @Test func `who has the old store open saves nothing into the new one`() throws {
    let fixture = try Self.chain()
    try fixture.fill(Self.rows)
    let old = try fixture.openOld()
    try old.insert("List", [["name": .string("before")]], of: fixture.old)
    let new = try fixture.openNew()
    #expect(
      StoreError.incompatible(entities: ["Alpha", "Task", "Todo"])
        == refusal { try old.insert("List", [["name": .string("after")]], of: fixture.old) })
    #expect(try new.values("List", of: fixture.new).count == 11)
  }

  @Test func `who has the store open goes on when somebody adds a table or an index`() throws {
    let fixture = try Self.chain()
    try fixture.fill(Self.rows)
    let old = try fixture.openOld()
    try old.insert("List", [["name": .string("before")]], of: fixture.old)
    try fixture.raw().execute("CREATE TABLE other (a)")
    try old.insert("List", [["name": .string("after")]], of: fixture.old)
    #expect(try old.values("List", of: fixture.old).count == 12)
  }
}
