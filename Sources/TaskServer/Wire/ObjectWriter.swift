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
  private let entity: EntityDescription
  private let columns: [Column]
  private let head: Head

  /// One property that is written.
  private struct Column {
    var index: Int
    /// Nil for a relationship.
    var type: AttributeType?
    /// The key with its punctuation: `,"name":`.
    var bytes: [UInt8]

    init(_ index: Int, of entity: EntityDescription) {
      self.index = index
      let property = entity.columns[index]
      if case .attribute(let attribute) = property { type = attribute.type }
      var writer = JSONWriter()
      writer.append(",")
      writer.write(property.name)
      writer.append(":")
      bytes = writer.bytes
    }
  }

  /// The parts of an object's beginning.
  private struct Head {
    /// Up to the key in the object's ID: `{"$objectID":"x-coredata://STORE/Task/`.
    var objectID: [UInt8]
    /// From the end of the ID: `","$entity":"Task"`.
    var entity: [UInt8]
    /// What stands before the version: `,"$version":`.
    var version: [UInt8]
  }

  /// - Parameter properties: positions in `entity.columns` of what is wanted; nil for all.
  package init(
    entity: EntityDescription, store: UUID, settings: WireSettings, properties: [Int]? = nil
  ) {
    int64AsString = settings.int64AsString
    self.entity = entity
    columns = (properties ?? Array(entity.columns.indices)).map { Column($0, of: entity) }
    head = Head(
      objectID: Array(#"{"$objectID":"x-coredata://\#(store.uuidString)/\#(entity.name)/"#.utf8),
      entity: Array(#"","$entity":"\#(entity.name)""#.utf8), version: Array(#","$version":"#.utf8))
  }
}

// MARK: - Rows

extension ObjectWriter {
  /// Writes the object in a row of a result of this entity and store.
  package func write(_ row: Int, of rows: StoreRows, to writer: inout JSONWriter) {
    writeHead(row, of: rows, to: &writer)
    writer.bytes.append(contentsOf: head.version)
    writer.write(rows.versions[row])
    write(columns, row, of: rows, to: &writer)
    writer.endObject()
  }

  /// Writes the properties alone, without objwire's own members.
  package func writeDictionary(_ row: Int, of rows: StoreRows, to writer: inout JSONWriter) {
    writer.beginObject()
    let start = writer.bytes.count
    write(columns, row, of: rows, to: &writer)
    if writer.bytes.count > start { writer.bytes.remove(at: start) }
    writer.endObject()
  }

  private func writeHead(_ row: Int, of rows: StoreRows, to writer: inout JSONWriter) {
    writer.bytes.append(contentsOf: head.objectID)
    let key = rows.keys[row]
    writer.write(key: key == 0 ? rows.temporaryIDs[row]?.key ?? .permanent(0) : .permanent(key))
    writer.bytes.append(contentsOf: head.entity)
  }

  private func write(_ columns: [Column], _ row: Int, of rows: StoreRows, to writer: inout JSONWriter) {
    // Each is fetched from another module, so once a row and not once a cell.
    let cells = rows.cells
    let bytes = rows.bytes
    let start = row * rows.columnCount
    for column in columns {
      writer.bytes.append(contentsOf: column.bytes)
      // Stores with relationships are refused when they are added.
      guard let type = column.type else {
        writer.writeNull()
        continue
      }
      ValueJSON.write(
        cells[start + column.index], bytes.span, as: type, int64AsString: int64AsString, to: &writer)
    }
  }
}

// MARK: - Snapshots

extension ObjectWriter {
  /// Writes an object as `write(_:of:to:)` would.
  package func write(_ snapshot: ObjectSnapshot, to writer: inout JSONWriter) {
    guard let rows = Self.row(snapshot) else { return writer.writeNull() }
    write(0, of: rows, to: &writer)
  }

  /// An object as a tree, for errors.
  package func json(_ snapshot: ObjectSnapshot) -> JSONValue {
    tree { write(snapshot, to: &$0) }
  }

  /// A value of a column (its position in `entity.columns`) as a tree, for errors.
  package func json(_ value: AttributeValue, column: Int) -> JSONValue {
    var values = StoreRows(columnCount: 1)
    values.beginRow(key: 0, version: 0)
    guard (try? values.append(value)) != nil, case .attribute(let attribute) = entity.columns[column] else {
      return .null
    }
    return tree {
      ValueJSON.write(
        values.cell(0, 0), values.bytes.span, as: attribute.type, int64AsString: int64AsString, to: &$0)
    }
  }

  /// Nil past `StoreRows.byteLimit` bytes, which no message could carry either.
  private static func row(_ snapshot: ObjectSnapshot) -> StoreRows? {
    var rows = StoreRows(columnCount: snapshot.values.count)
    guard (try? rows.append(snapshot)) != nil else { return nil }
    return rows
  }

  private func tree(_ write: (inout JSONWriter) -> Void) -> JSONValue {
    var writer = JSONWriter()
    write(&writer)
    // A transformable value at the limit of nesting cannot be read with an object around it.
    return (try? JSONValue(parsing: writer.bytes.span)) ?? .null
  }
}
