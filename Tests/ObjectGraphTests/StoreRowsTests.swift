import Foundation
import ObjectGraph
import PredicateLanguage
import Testing
import TestSupport

@Suite struct `Packed rows` {
  private let store = UUID()

  private func item() throws -> EntityDescription {
    try #require(try ItemModel.make().entity(named: "Item"))
  }

  private func snapshot(_ values: [AttributeValue], key: ObjectID.Key, version: Int64) -> ObjectSnapshot {
    ObjectSnapshot(
      objectID: ObjectID(store: store, entity: "Item", key: key), version: version, values: values)
  }

  @Test func `give back the snapshots they were filled with, random ones`() throws {
    let item = try item()
    let kinds: [RandomPredicate.Property] = [
      ("title", .string), ("small", .boolean), ("large", .integer), ("price", .decimal), ("ratio", .double),
      ("done", .boolean), ("due", .date), ("body", .data), ("ident", .uuid), ("link", .url), ("extra", .data),
    ]
    var random = SeededGenerator(seed: 7)
    var snapshots: [ObjectSnapshot] = []
    var rows = StoreRows(columnCount: item.columns.count)
    for index in 0..<200 {
      var values = item.row(RandomPredicate(kinds).row(&random))
      if values[item.column("small")] != .null { values[item.column("small")] = .integer(Int64(index)) }
      let key: ObjectID.Key = random.chance(4) ? .temporary(UUID()) : .permanent(Int64(index + 1))
      snapshots.append(snapshot(values, key: key, version: key.isTemporary ? 0 : Int64(index % 5 + 1)))
      try rows.append(snapshots[index], of: item)
    }
    var copy = StoreRows(columnCount: item.columns.count)
    for row in 0..<rows.count { try copy.append(row, of: rows) }
    for (row, expected) in snapshots.enumerated() {
      #expect(rows.snapshot(row, of: item, in: store) == expected)
      #expect(copy.snapshot(row, of: item, in: store) == expected)
    }
  }

  private func type(of name: String, in item: EntityDescription) throws -> AttributeType {
    guard case .attribute(let attribute) = try #require(item.property(named: name)) else {
      throw NoAttribute()
    }
    return attribute.type
  }

  private struct NoAttribute: Error {}

  @Test func `a cell of a class that the type never uses reads as missing`() throws {
    let item = try item()
    /// The value of a property whose cell was filled so.
    func read(_ name: String, _ fill: (inout StoreRows) throws -> Void) throws -> AttributeValue {
      var rows = StoreRows(columnCount: 1)
      rows.beginRow(key: 1, version: 1)
      try fill(&rows)
      return rows.value(0, 0, of: try type(of: name, in: item))
    }
    let integer: (inout StoreRows) throws -> Void = { $0.append(5 as Int64) }
    let real: (inout StoreRows) throws -> Void = { $0.append(0.5) }
    let text: (inout StoreRows) throws -> Void = { try $0.appendText { $0 += "a".utf8 } }
    let blob: (inout StoreRows) throws -> Void = { try $0.appendBlob { $0 += [1, 2] } }
    #expect(try read("small", integer) == .integer(5))
    #expect(try read("small", text) == .null && read("small", real) == .null)
    #expect(try read("done", integer) == .boolean(true) && read("done", blob) == .null)
    #expect(try read("ratio", integer) == .double(5) && read("ratio", text) == .null)
    #expect(try read("due", integer) == .date(5) && read("due", real) == .date(0.5))
    #expect(try read("price", integer) == .decimal(5) && read("price", blob) == .null)
    #expect(try read("title", text) == .string("a") && read("title", blob) == .null)
    #expect(try read("link", text) == .url("a") && read("link", integer) == .null)
    #expect(try read("ident", blob) == .null && read("ident", text) == .null)
    #expect(try read("body", blob) == .data([1, 2]) && read("body", text) == .null)
  }

  @Test func `text that is no UTF-8 is repaired, never a trap`() throws {
    var rows = StoreRows(columnCount: 1)
    rows.beginRow(key: 1, version: 1)
    try rows.appendText { $0 += [0x61, 0xFF] }
    #expect(rows.value(0, 0, of: .string) == .string("a\u{FFFD}"))
  }

  @Test func `know their objects`() throws {
    let item = try item()
    let new = ObjectID(store: store, entity: "Item", key: .temporary(UUID()))
    var rows = StoreRows(columnCount: item.columns.count)
    #expect(rows.isEmpty)
    try rows.append(snapshot(item.defaultRow, key: .permanent(7), version: 3), of: item)
    try rows.append(snapshot(item.defaultRow, key: new.key, version: 9), of: item)
    #expect(rows.count == 2 && rows.keys == [7, 0] && rows.versions == [3, 0])
    #expect(rows.objectID(0, of: item, in: store).primaryKey == 7)
    #expect(rows.objectID(1, of: item, in: store) == new)
  }
}

extension ObjectID.Key {
  fileprivate var isTemporary: Bool { if case .temporary = self { true } else { false } }
}
