import Foundation
import JSON
import JSONRPC
import ObjectGraph
import PredicateLanguage
import TaskServer
import Testing

@Suite struct WireObjectTests {
  static let store = WireFixture.store
  static let prefix = #"{"$objectID":"x-coredata://01020304-0506-0708-090A-0B0C0D0E0F10/Task/"#

  static func entity(_ name: String = TaskModel.task) throws -> EntityDescription {
    try #require(try TaskModel.make().entity(named: name))
  }

  static func milk(_ key: ObjectID.Key = .permanent(7), version: Int64 = 3) -> ObjectSnapshot {
    ObjectSnapshot(
      objectID: ObjectID(store: store, entity: "Task", key: key), version: version,
      values: [
        .integer(1), .date(817_808_400), .boolean(false), .boolean(true), .string("Buy \"milk\""),
        .string("A"),
      ])
  }

  static func writer(_ properties: [String]? = nil) throws -> ObjectWriter {
    ObjectWriter(
      entity: try entity(), store: store, settings: WireSettings(timeZone: "UTC"), properties: properties)
  }

  static func written(_ write: (inout JSONWriter) throws -> Void) rethrows -> String {
    var writer = JSONWriter()
    try write(&writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  static let milkMembers =
    #""category":1,"date":"2026-12-01T09:00:00Z","finished":false,"notificationEnabled":true,"#
    + #""taskDescription":"Buy \"milk\"","uuid":"A"}"#

  @Test func `an object is flat, its properties in byte order of their names`() throws {
    let text = try Self.written { try Self.writer().write(Self.milk(), to: &$0) }
    #expect(text == Self.prefix + #"p7","$entity":"Task","$version":3,"# + Self.milkMembers)
  }

  @Test func `a row and its snapshot are written alike, one by one or in a list`() throws {
    var rows = StoreRows(columnCount: 6)
    let temporary = UUID()
    try rows.append(Self.milk(), of: try Self.entity())
    try rows.append(Self.milk(.temporary(temporary), version: 0), of: try Self.entity())
    let writer = try Self.writer()
    for row in 0..<2 {
      let snapshot = rows.snapshot(row, of: try Self.entity(), in: Self.store)
      #expect(
        Self.written { writer.write(row, of: rows, to: &$0) }
          == Self.written { writer.write(snapshot, to: &$0) })
      #expect(writer.json(snapshot).text == Self.written { writer.write(row, of: rows, to: &$0) })
    }
    let second = Self.written { writer.write(1, of: rows, to: &$0) }
    #expect(
      second == Self.prefix + #"t\#(temporary.uuidString)","$entity":"Task","$version":0,"# + Self.milkMembers
    )
  }

  @Test func `only the properties that were asked for come`() throws {
    #expect(
      try Self.written { try Self.writer(["category", "uuid"]).write(Self.milk(), to: &$0) }
        == Self.prefix + #"p7","$entity":"Task","$version":3,"category":1,"uuid":"A"}"#)
    #expect(
      try Self.written { try Self.writer([]).write(Self.milk(), to: &$0) }
        == Self.prefix + #"p7","$entity":"Task","$version":3}"#)
  }

  @Test func `a dictionary has no members of objwire's own`() throws {
    var rows = StoreRows(columnCount: 6)
    try rows.append(Self.milk(), of: try Self.entity())
    #expect(
      try Self.written { try Self.writer().writeDictionary(0, of: rows, to: &$0) } == "{" + Self.milkMembers)
    #expect(
      try Self.written { try Self.writer(["finished"]).writeDictionary(0, of: rows, to: &$0) }
        == #"{"finished":false}"#)
    #expect(try Self.written { try Self.writer([]).writeDictionary(0, of: rows, to: &$0) } == "{}")
  }

  @Test func `a value of a column is a tree for errors`() throws {
    let writer = try Self.writer()
    #expect(writer.json(.date(0), column: 1) == "2001-01-01T00:00:00Z")
    #expect(writer.json(.integer(5), column: 0) == 5)
    #expect(writer.json(.null, column: 4) == nil as JSONValue)
  }

  @Test func `values become changes in the order of the members`() throws {
    let reader = ObjectReader(entity: try Self.entity(), settings: WireSettings(timeZone: "Europe/Berlin"))
    let values = raw(#"{"uuid": "B", "date": "2026-12-01T10:00", "finished": 1, "category": null}"#)
    #expect(
      try reader.changes(values, at: "/params/values").columns == [
        PropertyChange(column: 5, value: .string("B")), PropertyChange(column: 1, value: .date(817_808_400)),
        PropertyChange(column: 2, value: .boolean(true)), PropertyChange(column: 0, value: .null),
      ])
    #expect(try reader.changes(raw("{}"), at: "") == ObjectChanges())
    var new = raw(#"{"uuid": "B"}"#).reader
    #expect(
      try reader.newRow(&new, at: "").values == [
        .integer(0), .null, .boolean(false), .boolean(false), .null, .string("B"),
      ])
  }

  @Test(arguments: [
    (
      #"{"finishd": true}"#,
      ValueError.unknownProperty(pointer: "/params/values/finishd", name: "finishd", nearest: "finished")
    ),
    (#"{"colour": true}"#, .unknownProperty(pointer: "/params/values/colour", name: "colour", nearest: nil)),
    (#"{"a/b~c": 1}"#, .unknownProperty(pointer: "/params/values/a~1b~0c", name: "a/b~c", nearest: nil)),
    (
      #"{"$version": 1}"#,
      .unknownProperty(pointer: "/params/values/$version", name: "$version", nearest: nil)
    ),
    (
      #"{"uuid": "A", "category": "x"}"#,
      .type(
        pointer: "/params/values/category", expected: "an integer from -2147483648 to 2147483647",
        given: "a string")
    ),
    ("[]", .notAnObject(pointer: "/params/values")), ("null", .notAnObject(pointer: "/params/values")),
    (#""uuid""#, .notAnObject(pointer: "/params/values")),
  ])
  func `what does not fit is named with its place`(_ values: String, _ error: ValueError) throws {
    let reader = ObjectReader(entity: try Self.entity(), settings: WireSettings(timeZone: "UTC"))
    #expect(throws: error) { try reader.changes(raw(values), at: "/params/values") }
    var new = raw(values).reader
    #expect(throws: error) { try reader.newRow(&new, at: "/params/values") }
    #expect(error.message.hasPrefix(error.pointer))
  }

  private func raw(_ json: String) -> RawJSON { RawJSON(Array(json.utf8)[...]) }
}
