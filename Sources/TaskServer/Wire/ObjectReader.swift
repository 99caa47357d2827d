import JSON
package import JSONRPC
package import ObjectGraph
import PredicateLanguage
import Spelling

/// Reads the values of objects of one entity, as clients write them: `{"finished": true, "date": null}`.
///
/// The values are read from the bytes of the request; nothing is kept in between.
package struct ObjectReader: Sendable {
  private let entity: EntityDescription
  private let settings: WireSettings
  /// The type of each column that is a property, nil for a to-one relationship; nobody names the other columns.
  private let types: [AttributeType?]
  /// Those of the columns, then those of the to-many relationships.
  private let names: [String]
  /// Behind the columns that are properties.
  private let toMany: [ResolvedRelationship]
  private let defaultRow: [AttributeValue]
  /// The column of the entity's key; nil if it has none.
  private let keyColumn: Int?

  package init(entity: EntityDescription, settings: WireSettings) {
    self.entity = entity
    self.settings = settings
    let columns = entity.columns.prefix(entity.propertyColumnCount)
    types = columns.map { if case .attribute(let attribute) = $0 { attribute.type } else { nil } }
    toMany = entity.relationships.filter(\.isToMany)
    names = columns.map(\.name) + toMany.map(\.name)
    defaultRow = entity.defaultRow
    keyColumn = TaskModel.key(of: entity).flatMap { entity.columnIndex(named: $0) }
  }

  /// What an object is to be changed to, in the order of the members.
  ///
  /// - Parameter pointer: where `values` stands, as a JSON Pointer; errors point below it.
  /// - Throws: `ValueError` for the first member that does not fit or was named before.
  package func changes(_ values: RawJSON, at pointer: String) throws(ValueError) -> ObjectChanges {
    var changes = ObjectChanges()
    var links = LinkedValues()
    var reader = values.reader
    try read(&reader, at: pointer, &links) {
      changes.columns.append(PropertyChange(column: $0, value: $1))
    }
    changes.links = links
    return changes
  }

  /// The row of a new object.
  package struct NewRow {
    /// Each column's default, the values laid over it.
    package var values: [AttributeValue]
    /// Whether the entity's key is missing because nobody named it; a null is somebody's wish.
    package var lacksKey: Bool
    /// What leads to other objects.
    package var links = LinkedValues()
  }

  /// Reads the row of a new object.
  ///
  /// - Parameter reader: moves over the values.
  /// - Throws: as `changes(_:at:)`.
  package func newRow(
    _ reader: inout WireReader, at pointer: @autoclosure () -> String
  ) throws(ValueError) -> NewRow {
    var row = NewRow(values: defaultRow, lacksKey: keyColumn != nil)
    var links = LinkedValues()
    try read(&reader, at: pointer(), &links) { column, value in
      row.values[column] = value
      if column == keyColumn { row.lacksKey = false }
    }
    row.links = links
    return row
  }

  private func read(
    _ reader: inout WireReader, at pointer: @autoclosure () -> String, _ links: inout LinkedValues,
    _ body: (Int, AttributeValue) -> Void
  ) throws(ValueError) {
    do throws(WireError) {
      try reader.enterObject()
    } catch {
      throw .notAnObject(pointer: pointer())
    }
    var expected = 0
    var named = ColumnSet()
    while let key = try next(in: &reader, at: pointer()) {
      let column = try column(of: key, expecting: expected, reader, at: pointer())
      guard named.insert(column) else {
        throw .duplicateKey(pointer: ValueError.pointer(pointer(), to: names[column]))
      }
      if column < types.count {
        body(column, try value(of: column, &reader, at: pointer(), &links))
      } else {
        let relationship = toMany[column - types.count]
        let place = ValueError.pointer(pointer(), to: relationship.name)
        let members = LinkReader(relationship.destination)
        try links.set(relationship.name, to: members.list(try json(&reader, at: place), at: place))
      }
      expected = column + 1
    }
  }

  /// The column that a key names.
  ///
  /// Clients mostly name the properties of all objects in one order, so the one after the last is tried
  /// first.
  private func column(
    of key: JSONString, expecting expected: Int, _ reader: WireReader, at pointer: @autoclosure () -> String
  ) throws(ValueError) -> Int {
    if expected < names.count, reader.has(key, name: names[expected]) { return expected }
    if let column = names.firstIndex(where: { reader.has(key, name: $0) }) { return column }
    let name = reader.text(of: key)
    throw .unknownProperty(
      pointer: ValueError.pointer(pointer(), to: name), name: name, nearest: nearest(name))
  }

  private func value(
    of column: Int, _ reader: inout WireReader, at pointer: @autoclosure () -> String,
    _ links: inout LinkedValues
  ) throws(ValueError) -> AttributeValue {
    func place() -> String { ValueError.pointer(pointer(), to: names[column]) }
    let json = try json(&reader, at: place())
    guard let type = types[column] else {
      guard json != .null, let family = entity.reference(ofColumn: column) else { return .null }
      let link = try LinkReader(family).link(json, at: place())
      links.mentions.append(link)
      return .objectID(link.objectID)
    }
    do throws(ValueMismatch) {
      let value = try ValueJSON.read(json, as: type, settings)
      try WireDate.checkYear(of: value)
      return value
    } catch {
      throw error.at(place(), given: json.kindName)
    }
  }

  private func nearest(_ name: String) -> String? {
    if name.hasPrefix(ValueError.reservedPrefix) { return nil }
    return NearestName.of(name, in: names)
  }
}

// MARK: - Text that was checked

/// The request was checked to be JSON when it came; only a value that names a member twice is refused here.
extension ObjectReader {
  private func next(
    in reader: inout WireReader, at pointer: @autoclosure () -> String
  ) throws(ValueError) -> JSONString? {
    do throws(WireError) {
      return try reader.nextKey()
    } catch {
      throw .notAnObject(pointer: pointer())
    }
  }

  private func json(
    _ reader: inout WireReader, at pointer: @autoclosure () -> String
  ) throws(ValueError) -> JSONValue {
    do throws(WireError) {
      return try reader.readValue()
    } catch {
      let place = error.pointer(root: pointer())
      if case .duplicate = error.reason { throw .duplicateKey(pointer: place) }
      throw .notAnObject(pointer: place)
    }
  }
}
