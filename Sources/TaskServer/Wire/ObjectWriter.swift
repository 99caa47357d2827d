package import FoundationEssentials
package import JSON
package import ObjectGraph
import PredicateLanguage

/// Writes objects of one entity, made once for a result.
///
/// An object is flat: three members of objwire's own, then its properties in byte order of their names:
/// ```
/// {"$objectID":"x-coredata://…/Task/p1","$entity":"Task","$version":1,"category":0,"date":null,…}
/// ```
/// Everything but the values is put together beforehand.
package struct ObjectWriter: Sendable {
  private let int64AsString: Bool
  let entity: EntityDescription
  private let columns: [Column]
  private let head: Head

  /// The keys of the columns with their punctuation, end to end: `,"category":,"date":`.
  private let keys: [UInt8]

  /// One property that is written.
  ///
  /// Holds nothing that is counted, since it is looked at once for each value of a result.
  private struct Column {
    var index: Int
    /// Nil for a relationship.
    var type: AttributeType?
    /// Where the key stands in `keys`.
    var key: Range<Int>
  }

  /// The parts of an object's beginning.
  private struct Head {
    /// Up to the key in the object's ID: `{"$objectID":"x-coredata://STORE/Task/`.
    var objectID: [UInt8]
    /// The beginning of the ID alone: `"x-coredata://STORE/Task/`.
    var idText: [UInt8]
    /// From the end of the ID to the version: `","$entity":"Task","$version":`.
    var entity: [UInt8]
  }

  /// - Parameter properties: positions in `entity.columns` of what is wanted; nil for all.
  package init(
    entity: EntityDescription, store: UUID, settings: WireSettings, properties: [Int]? = nil
  ) {
    int64AsString = settings.int64AsString
    self.entity = entity
    var keys = JSONWriter()
    columns = (properties ?? Array(entity.columns.indices)).map { index in
      let start = keys.bytes.count
      keys.append(",")
      keys.write(entity.columns[index].name)
      keys.append(":")
      return Column(
        index: index, type: Self.attributeType(entity.columns[index]), key: start..<keys.bytes.count)
    }
    self.keys = keys.bytes
    let idText = #""x-coredata://\#(store.uuidString)/\#(entity.name)/"#
    head = Head(
      objectID: Array((#"{"$objectID":"# + idText).utf8), idText: Array(idText.utf8),
      entity: Array(#"","$entity":"\#(entity.name)","$version":"#.utf8))
  }
}

// MARK: - Rows

extension ObjectWriter {
  /// Writes the objects of a result of this entity and store as an array.
  package func write(_ rows: StoreRows, to writer: inout JSONWriter) {
    // Each is fetched from another module, so once a result and not once a row.
    let cells = rows.cells
    let bytes = rows.bytes
    writer.beginArray()
    for row in 0..<rows.count {
      writer.element()
      writeHead(row, of: rows, to: &writer)
      writeProperties(row * rows.columnCount, of: cells.span, bytes.span, to: &writer)
      writer.endObject()
    }
    writer.endArray()
  }

  /// Writes the object in a row of a result of this entity and store.
  package func write(_ row: Int, of rows: StoreRows, to writer: inout JSONWriter) {
    writeHead(row, of: rows, to: &writer)
    writeProperties(row * rows.columnCount, of: rows.cells.span, rows.bytes.span, to: &writer)
    writer.endObject()
  }

  /// Writes the properties alone, without objwire's own members.
  package func writeDictionary(_ row: Int, of rows: StoreRows, to writer: inout JSONWriter) {
    writer.beginObject()
    let start = writer.bytes.count
    writeProperties(row * rows.columnCount, of: rows.cells.span, rows.bytes.span, to: &writer)
    if writer.bytes.count > start { writer.bytes.remove(at: start) }
    writer.endObject()
  }

  /// Writes the ID of the object in a row as a string.
  package func writeObjectID(_ row: Int, of rows: StoreRows, to writer: inout JSONWriter) {
    writer.append(head.idText.span)
    writer.write(key: Self.key(row, of: rows))
    writer.append("\"")
  }

  private func writeHead(_ row: Int, of rows: StoreRows, to writer: inout JSONWriter) {
    writer.append(head.objectID.span)
    writer.write(key: Self.key(row, of: rows))
    writer.append(head.entity.span)
    writer.write(rows.versions[row])
  }

  /// Writes each property with a comma before it.
  ///
  /// - Parameter start: where the row begins among the cells.
  private func writeProperties(
    _ start: Int, of cells: Span<StoreRows.Cell>, _ bytes: Span<UInt8>, to writer: inout JSONWriter
  ) {
    for column in columns {
      writer.append(keys.span.extracting(column.key))
      // Stores with relationships are refused when they are added.
      guard let type = column.type else {
        writer.writeNull()
        continue
      }
      ValueJSON.write(cells[start + column.index], bytes, as: type, int64AsString: int64AsString, to: &writer)
    }
  }

  private static func key(_ row: Int, of rows: StoreRows) -> ObjectID.Key {
    let key = rows.keys[row]
    return key == 0 ? rows.temporaryIDs[row]?.key ?? .permanent(0) : .permanent(key)
  }

  private static func attributeType(_ property: PropertyDescription) -> AttributeType? {
    if case .attribute(let attribute) = property { attribute.type } else { nil }
  }
}

// MARK: - Snapshots

extension ObjectWriter {
  /// Writes an object as `write(_:of:to:)` would.
  package func write(_ snapshot: ObjectSnapshot, to writer: inout JSONWriter) {
    guard let rows = row(snapshot) else { return writer.writeNull() }
    write(0, of: rows, to: &writer)
  }

  /// Writes values as those of an object that no store has: its `$objectID` is null.
  package func writeUnstored(_ values: [AttributeValue], to writer: inout JSONWriter) {
    var rows = StoreRows(columnCount: values.count)
    rows.beginRow(key: 0, version: 0)
    for value in values where (try? rows.append(value)) == nil { return writer.writeNull() }
    writer.append(#"{"$objectID":null,"$entity":"#)
    writer.write(entity.name)
    writer.append(#","$version":0"#)
    writeProperties(0, of: rows.cells.span, rows.bytes.span, to: &writer)
    writer.endObject()
  }

  /// An object as a tree, for errors.
  package func json(_ snapshot: ObjectSnapshot) -> JSONValue {
    tree { write(snapshot, to: &$0) }
  }

  /// A value of a column (its position in `entity.columns`) as a tree, for errors.
  package func json(_ value: AttributeValue, column: Int) -> JSONValue {
    guard case .attribute(let attribute) = entity.columns[column] else { return .null }
    return json(value, as: attribute.type)
  }

  /// A value of an attribute of that type as a tree.
  package func json(_ value: AttributeValue, as type: AttributeType) -> JSONValue {
    var values = StoreRows(columnCount: 1)
    values.beginRow(key: 0, version: 0)
    guard (try? values.append(value)) != nil else { return .null }
    return tree {
      ValueJSON.write(values.cell(0, 0), values.bytes.span, as: type, int64AsString: int64AsString, to: &$0)
    }
  }

  /// Nil past `StoreRows.byteLimit` bytes, which no message could carry either.
  private func row(_ snapshot: ObjectSnapshot) -> StoreRows? {
    var rows = StoreRows(of: entity)
    guard (try? rows.append(snapshot, of: entity)) != nil else { return nil }
    return rows
  }

  private func tree(_ write: (inout JSONWriter) -> Void) -> JSONValue {
    var writer = JSONWriter()
    write(&writer)
    // A transformable value at the limit of nesting cannot be read with an object around it.
    return (try? JSONValue(parsing: writer.bytes.span)) ?? .null
  }
}
