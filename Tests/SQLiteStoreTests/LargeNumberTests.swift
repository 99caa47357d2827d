import ObjectGraph
import PredicateLanguage
import SQLite
import SQLiteStore
import Testing

/// A file is outside input: any number can stand in it.
@Suite struct `Keys and versions at the end of the number range` {
  private let fixture: StoreFixture
  private let store: SQLiteStore

  init() throws {
    fixture = try StoreFixture()
    store = try fixture.open()
    try store.add([["code": .string("a")]])
  }

  private func insert(key: Int64, version: Int64 = 1) throws {
    try fixture.raw().execute(
      "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZCODE) VALUES (?, 1, ?, 'last')",
      [.integer(key), .integer(version)])
  }

  @Test func `no key is left behind the greatest`() throws {
    try insert(key: .max)
    #expect(
      refusal { try store.add([["code": .string("b")]]) } == .limit("keys of an entity", .max))
    #expect(try store.codes() == ["a", "last"])
  }

  @Test func `rows for which the keys do not suffice are refused together`() throws {
    try insert(key: .max - 2)
    let rows = ["b", "c", "d"].map { ["code": AttributeValue.string($0)] }
    #expect(refusal { try store.add(rows) } == .limit("keys of an entity", .max))
    #expect(try store.codes() == ["a", "last"])
    try store.add(Array(rows.prefix(2)))
    #expect(try store.codes() == ["a", "last", "b", "c"])
    #expect(refusal { try store.add(rows.suffix(1)) } == .limit("keys of an entity", .max))
  }

  @Test(arguments: ["9223372036854775807", "1e300", "'99999999999999999999'"])
  func `a last key of any size is taken for what it is`(number: String) throws {
    try fixture.raw().execute("UPDATE Z_PRIMARYKEY SET Z_MAX = \(number)")
    #expect(
      refusal { try store.add([["code": .string("b")]]) } == .limit("keys of an entity", .max))
  }

  @Test func `a version that cannot rise makes the file corrupt`() throws {
    try insert(key: 7, version: .max)
    let item = try store.items("code == 'last'")[0]
    guard case .corrupt? = refusal({ try store.update(item, "number", .integer(1)) }) else {
      Issue.record("the update was not refused as corrupt")
      return
    }
    #expect(try store.items("code == 'last'") == [item])
    try store.delete([item])
    #expect(try store.codes() == ["a"])
  }

  @Test func `a version below zero rises like any other`() throws {
    try insert(key: 7, version: .min)
    try store.update(try store.items("code == 'last'")[0], "number", .integer(1))
    #expect(try store.items("code == 'last'")[0].version == .min + 1)
  }
}
