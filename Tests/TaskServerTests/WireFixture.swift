import Foundation
import JSON
import JSONRPC
import ObjectGraph
import PredicateLanguage
import TaskServer
import Testing

/// An entity with one attribute, `value`, and what reads and writes it.
struct WireFixture {
  static let store = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))

  let entity: EntityDescription
  let settings: WireSettings

  init(_ type: AttributeType, _ settings: WireSettings = WireSettings(timeZone: "UTC")) {
    entity = EntityDescription("Thing", properties: [.attribute(AttributeDescription("value", type))])
    self.settings = settings
  }

  /// The attribute value that JSON text stands for.
  func read(_ json: String) throws -> AttributeValue {
    let values = try JSONValue(parsing: "{\"value\": \(json)}").text
    var reader = WireReader(Array(values.utf8)[...])
    return try ObjectReader(entity: entity, settings: settings).newRow(&reader, at: "/params/values").values[
      0]
  }

  /// What a stored cell is written as; `fill` adds it.
  func written(_ fill: (inout StoreRows) throws -> Void) rethrows -> String {
    var rows = StoreRows(columnCount: 1)
    rows.beginRow(key: 1, version: 1)
    try fill(&rows)
    var writer = JSONWriter()
    ObjectWriter(entity: entity, store: Self.store, settings: settings)
      .writeDictionary(0, of: rows, to: &writer)
    let text = String(decoding: writer.bytes, as: UTF8.self)
    return String(text.dropFirst(#"{"value":"#.count).dropLast())
  }

  /// What a value is written as.
  func written(_ value: AttributeValue) throws -> String { try written { try $0.append(value) } }
}

/// Reads a value and writes it.
func check(
  _ type: AttributeType, _ input: String, gives expected: String,
  _ settings: WireSettings = WireSettings(timeZone: "UTC"), sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let fixture = WireFixture(type, settings)
  let value = try fixture.read(input)
  #expect(type.accepts(value), sourceLocation: sourceLocation)
  #expect(try fixture.written(value) == expected, "\(input)", sourceLocation: sourceLocation)
}

/// Reads a value that is none of the type.
func checkRefused(
  _ type: AttributeType, _ input: String, expecting expected: String, given: String,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(
    throws: ValueError.type(pointer: "/params/values/value", expected: expected, given: given), "\(input)"
  ) {
    let value = try WireFixture(type).read(input)
    Issue.record("\(input) was read as \(value)", sourceLocation: sourceLocation)
  }
}
