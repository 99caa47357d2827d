import Foundation
import ObjectGraph
import SQLite
import SQLiteStore
import Testing
import TestSupport

/// Stores that Core Data wrote (CoreDataMigrationRevised-Example, CoreDataPlus, both MIT), opened with a later version
/// of their model, no other being given.
@Suite struct `Migrations of stores that Core Data wrote` {
  typealias Migration = SQLiteStore.Options.Migration

  /// One migration: the version's file, and the same values in the tables before and after it.
  struct Step: Sendable {
    let contents: String
    let migration: Migration
    let before: [String]
    let after: [String]

    init(_ contents: String, migration: Migration = .automatic, _ before: [String], _ after: [String]) {
      (self.contents, self.migration, self.before, self.after) = (contents, migration, before, after)
    }
  }

  private static var isThere: Bool { SharedFiles.url("data/coredata/stores/CoreDataPlus") != nil }

  private func model(_ name: String) throws -> ManagedObjectModel {
    try ManagedObjectModel(
      contentsOf: #require(SharedFiles.url("data/coredata/models/\(name).contents")))
  }

  private func copy(_ name: String, _ fixture: StoreFixture) throws -> String {
    let path = fixture.path()
    let source = try #require(SharedFiles.url("data/coredata/stores/\(name).sqlite"))
    try FileManager.default.copyItem(at: source, to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    return path
  }

  private func rows(_ queries: [String], _ path: String) throws -> [[[SQLiteValue]]] {
    let connection = try Connection(.file(path: path, access: .readOnly), Configuration(journalMode: nil))
    defer { connection.close() }
    return try queries.map { try connection.rows($0) }
  }

  private func check(_ store: String, _ steps: [Step]) throws {
    let fixture = try StoreFixture()
    let path = try copy(store, fixture)
    for step in steps {
      let before = try rows(step.before, path)
      #expect(before.first?.isEmpty == false)
      let model = try model(step.contents)
      let opened = try SQLiteStore(
        path: path, model: model, options: SQLiteStore.Options(migration: step.migration))
      #expect(opened.migration != nil, "\(step.contents)")
      opened.close()
      #expect(try rows(step.after, path) == before, "\(step.contents)")
    }
  }

  @Test(.enabled(if: isThere, "the shared data is absent"))
  func `posts come from the first version to the third`() throws {
    let example = "CoreDataMigrationRevised-Example"
    let kept = "SELECT Z_PK, Z_OPT, ZHEXCOLOR, ZDATE, ZPOSTID FROM ZPOST ORDER BY 1"
    let second = Step(
      example + "/Example2",
      ["SELECT Z_PK, Z_OPT, ZCOLOR, ZDATE, ZPOSTID, ZCONTENT FROM ZPOST ORDER BY 1"],
      ["SELECT Z_PK, Z_OPT, ZHEXCOLOR, ZDATE, ZPOSTID, ZCONTENT FROM ZPOST ORDER BY 1"])
    let third = Step(example + "/Example3", migration: .lossy, [kept], [kept])
    let sections = "SELECT Z_PK, Z_OPT, ZINDEX, ZPOST, ZBODY, ZTITLE FROM ZSECTION ORDER BY 1"
    let fourth = Step(example + "/Example4", [kept, sections], [kept, sections])
    try check(example + "/CoreDataMigration_Example_1", [second, third, fourth])
    try check(example + "/CoreDataMigration_Example_2", [third, fourth])
    try check(example + "/CoreDataMigration_Example_3", [fourth])
  }

  @Test(.enabled(if: isThere, "the shared data is absent"))
  func `cars and their owners come from the first version to the second`() throws {
    let queries = [
      """
      SELECT Z_PK, Z_OPT, Z_ENT, ZOWNER, ZMARKEDFORDELETIONASOF, ZMAKER, ZMODEL, ZNUMBERPLATE, ZISLIMITEDEDITION
      FROM ZCAR ORDER BY 1
      """, "SELECT Z_PK, Z_OPT, ZUPDATEDAT, ZFIRSTNAME, ZLASTNAME FROM ZPERSON ORDER BY 1",
    ]
    try check(
      "CoreDataPlus/SampleModel_V1", [Step("CoreDataPlus/SampleModel2", migration: .lossy, queries, queries)])
  }

  @Test(.enabled(if: isThere, "the shared data is absent"))
  func `users come from the first version to the third`() throws {
    let users = "SELECT Z_PK, Z_OPT, ZNAME FROM ZUSER ORDER BY 1"
    let pets = "SELECT Z_PK, ZPETNAME FROM ZUSER ORDER BY 1"
    try check(
      "CoreDataPlus/SampleModel3_V1",
      [
        Step("CoreDataPlus/SampleModel3_v2", [users, pets], [users, pets]),
        Step("CoreDataPlus/SampleModel3_v3", migration: .lossy, [users], [users]),
      ])
  }

  /// How Core Data makes hashes of derived attributes is not known.
  @Test(.enabled(if: isThere, "the shared data is absent"))
  func `a model with derived attributes is not known by its archive`() throws {
    let fixture = try StoreFixture()
    let path = try copy("CoreDataPlus/SampleModel2_V1", fixture)
    let model = try model("CoreDataPlus/SampleModel3_v3")
    do throws(StoreError) {
      try SQLiteStore(path: path, model: model, options: SQLiteStore.Options(migration: .lossy)).close()
      Issue.record("it was migrated")
    } catch {
      guard case .migration(let failure) = error else { throw error }
      #expect(failure.reason == .unknownSourceModel)
    }
  }
}
