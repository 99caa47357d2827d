import Foundation
import ObjectGraph
import PredicateLanguage
import SQLite
import SQLiteStore
import Testing

/// A store holds the model that it was made with, so that nobody has to remember it.
@Suite struct `The model that a store tells` {
  typealias Entity = EntityDescription

  private static func text(_ name: String, was identifier: String? = nil) -> PropertyDescription {
    .attribute(AttributeDescription(name, .string, renamingIdentifier: identifier))
  }

  private static func fixture() throws -> MigrationFixture {
    let fixture = try MigrationFixture(
      [Entity("Note", properties: [text("title"), text("body")])],
      [Entity("Memo", properties: [text("name", was: "title"), text("body")], renamingIdentifier: "Note")])
    try fixture.fill((0..<5).map { ("Note", ["title": .string("t\($0)"), "body": .string("b\($0)")]) })
    return fixture
  }

  private static func memos() -> [[String: AttributeValue]] {
    (0..<5).map { ["name": .string("t\($0)"), "body": .string("b\($0)")] }
  }

  private let automatic = SQLiteStore.Options(migration: .automatic)

  /// Why the store is refused without its model's being known otherwise, untouched; nil if it is not.
  private func reason(_ fixture: MigrationFixture) throws -> MigrationFailure.Reason? {
    let before = try Data(contentsOf: URL(filePath: fixture.path))
    do throws(StoreError) {
      try SQLiteStore(path: fixture.path, model: fixture.new, options: automatic).close()
    } catch .migration(let failure) {
      #expect(try Data(contentsOf: URL(filePath: fixture.path)) == before)
      return failure.reason
    }
    return nil
  }

  @Test func `a store is migrated, and again, though no old model is given`() throws {
    let fixture = try Self.fixture()
    let plan = try #require(
      try SQLiteStore.migrationPlan(path: fixture.path, model: fixture.new, sourceModels: []))
    let memo = try SQLiteStore(path: fixture.path, model: fixture.new, options: automatic)
    #expect(memo.migration?.plan == plan)
    #expect(try memo.values("Memo", of: fixture.new) == Self.memos())
    memo.close()
    let third = try ManagedObjectModel(
      entities: [Entity("Memo", properties: [Self.text("name"), Self.text("body"), Self.text("more")])])
    let store = try SQLiteStore(path: fixture.path, model: third, options: automatic)
    #expect(try store.values("Memo", of: third) == Self.memos())
    #expect(fixture.backups.count == 2)
  }

  @Test func `a store that has not told its model does so once it is migrated`() throws {
    let fixture = try Self.fixture()
    try fixture.changeMetadata { $0["OBJWIREModel"] = nil }
    try fixture.openOld().close()
    try fixture.changeMetadata { #expect($0["OBJWIREModel"] == nil) }
    #expect(try reason(fixture) == .unknownSourceModel)
    try fixture.openNew().close()
    try fixture.changeMetadata { list in
      let data = try #require(list["OBJWIREModel"] as? Data)
      let model = try ManagedObjectModel(jsonText: String(decoding: data, as: UTF8.self))
      #expect(model.jsonText == fixture.new.jsonText)
    }
  }

  @Test func `what is damaged, or is another model, counts for nothing`() throws {
    let fixture = try Self.fixture()
    var whole = Data()
    try fixture.changeMetadata { whole = try #require($0["OBJWIREModel"] as? Data) }
    let other = try ManagedObjectModel(entities: [Entity("Note", properties: [Self.text("title")])])
    let entries: [Any] = [
      Data(), Data([0xff]), whole.dropLast(), Data(other.jsonText.utf8), Data("[]".utf8), "text", 1, [whole],
      Data(String(repeating: "[", count: 100_000).utf8),
    ]
    for entry in entries {
      try fixture.changeMetadata { $0["OBJWIREModel"] = entry }
      #expect(try reason(fixture) == .unknownSourceModel, "\(entry)")
    }
    try fixture.changeMetadata { $0["OBJWIREModel"] = whole + Data(repeating: 0x20, count: 4 << 20) }
    #expect(try reason(fixture) == .unknownSourceModel)
    try fixture.changeMetadata { $0["OBJWIREModel"] = whole + Data(repeating: 0x20, count: 1 << 20) }
    #expect(try reason(fixture) == nil)
  }

  @Test func `a model that is too large is not told`() throws {
    func isTold(_ count: Int) throws -> Bool {
      let note = String(repeating: "x", count: count)
      let model = try ManagedObjectModel(
        entities: [Entity("Note", properties: [], userInfo: ["note": note])])
      let metadata = StoreMetadata(StoreConfiguration(model))
      #expect(metadata.incompatibleEntities(with: StoreConfiguration(model)) == [])
      guard let read = metadata.model else { return false }
      return read == model
    }
    #expect(try isTold(StoreMetadata.modelLimit - 200))
    #expect(try !isTold(StoreMetadata.modelLimit))
  }

  @Test func `it is no part of what a store tells of itself`() throws {
    let fixture = try Self.fixture()
    let store = try fixture.openOld()
    #expect(try store.metadata().keys.filter { $0.contains("OBJWIRE") } == [])
  }

  @Test func `a cache that holds no model counts for nothing`() throws {
    let fixture = try Self.fixture()
    try fixture.changeMetadata { $0["OBJWIREModel"] = nil }
    for content in [
      SQLiteValue.null, .text("x"), .integer(1), .blob([]), .blob([3, 0]), .blob([0xff, 0xff]),
    ] {
      let raw = try fixture.raw()
      try raw.execute("DELETE FROM Z_MODELCACHE")
      try raw.execute("INSERT INTO Z_MODELCACHE VALUES (?)", [content])
      raw.close()
      #expect(try reason(fixture) == .unknownSourceModel, "\(content)")
    }
    for table in ["DROP TABLE Z_MODELCACHE", "CREATE TABLE Z_MODELCACHE (a)"] {
      let raw = try fixture.raw()
      try raw.execute(table)
      raw.close()
      #expect(try reason(fixture) == .unknownSourceModel, "\(table)")
    }
  }
}
