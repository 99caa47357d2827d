import FoundationEssentials
import JSON
import ObjectGraph
import PredicateLanguage

/// Writes objects of one entity itself, none of its subentities; everything but the values is put together beforehand.
struct MemberWriter: Sendable {
  let entity: EntityDescription
  private let int64AsString: Bool
  private let columns: [Column]
  private let head: Head
  /// What each to-one relationship that is written leads to.
  private let destinations: [DestinationWriter]

  /// The keys of the columns with their punctuation, end to end: `,"category":,"date":`.
  private let keys: [UInt8]

  /// One property that is written.
  ///
  /// Holds nothing that is counted, since it is looked at once for each value of a result.
  private struct Column {
    /// Position in a row; −1 for a to-many relationship, which has none.
    var cell: Int
    /// Nil for a relationship.
    var type: AttributeType?
    /// Of a to-one relationship its position in `destinations`, of a to-many one among those of the result.
    var link: Int
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

  /// - Parameters:
  ///   - positions: the cell of each column in a row; nil where they are the same.
  ///   - properties: the only ones to write, those it has of them; nil for all that have a column.
  ///   - relationships: the to-many relationships whose members come with a result.
  init(
    entity: EntityDescription, positions: [Int]?, store: UUID, int64AsString: Bool, properties: [String]?,
    relationships: [String]
  ) {
    self.entity = entity
    self.int64AsString = int64AsString
    var keys = JSONWriter()
    var columns: [Column] = []
    var destinations: [DestinationWriter] = []
    for property in entity.properties {
      let name = property.name
      if let properties, !properties.contains(where: { sameBytes($0, name) }) { continue }
      var written = Column(cell: -1, type: Self.attributeType(property), link: 0, key: 0..<0)
      if let column = entity.columnIndex(named: name) {
        written.cell = positions?[column] ?? column
        if let family = entity.reference(ofColumn: column) {
          written.link = destinations.count
          destinations.append(DestinationWriter(family, in: store))
        }
      } else if let place = relationships.firstIndex(where: { sameBytes($0, name) }) {
        written.link = place
      } else {
        continue
      }
      let start = keys.bytes.count
      keys.append(",")
      keys.write(name)
      keys.append(":")
      written.key = start..<keys.bytes.count
      columns.append(written)
    }
    self.columns = columns
    self.destinations = destinations
    self.keys = keys.bytes
    let idText = #""x-coredata://\#(store.uuidString)/\#(entity.name)/"#
    head = Head(
      objectID: Array((#"{"$objectID":"# + idText).utf8), idText: Array(idText.utf8),
      entity: Array(#"","$entity":"\#(entity.name)","$version":"#.utf8))
  }

  private static func attributeType(_ property: PropertyDescription) -> AttributeType? {
    if case .attribute(let attribute) = property { attribute.type } else { nil }
  }
}

// MARK: - Rows

extension MemberWriter {
  /// Writes the object in a row.
  ///
  /// - Parameters:
  ///   - cells: those of the rows, fetched from another module once a result and not once a row.
  ///   - bytes: likewise.
  func write(
    _ row: Int, of rows: StoreRows, _ cells: Span<StoreRows.Cell>, _ bytes: Span<UInt8>,
    _ related: RelatedObjects, to writer: inout JSONWriter
  ) {
    writer.append(head.objectID.span)
    writer.write(key: Self.key(row, of: rows))
    writer.append(head.entity.span)
    writer.write(rows.versions[row])
    writeProperties(row, of: rows, cells, bytes, related, to: &writer)
    writer.endObject()
  }

  /// Writes the ID of the object in a row as a string.
  func writeObjectID(_ row: Int, of rows: StoreRows, to writer: inout JSONWriter) {
    writer.append(head.idText.span)
    writer.write(key: Self.key(row, of: rows))
    writer.append("\"")
  }

  /// Writes each property with a comma before it.
  func writeProperties(
    _ row: Int, of rows: StoreRows, _ cells: Span<StoreRows.Cell>, _ bytes: Span<UInt8>,
    _ related: RelatedObjects, to writer: inout JSONWriter
  ) {
    let start = row * rows.columnCount
    for column in columns {
      writer.append(keys.span.extracting(column.key))
      if let type = column.type {
        ValueJSON.write(
          cells[start + column.cell], bytes, as: type, int64AsString: int64AsString, to: &writer)
      } else if column.cell >= 0 {
        destinations[column.link].write(cells[start + column.cell], of: rows, to: &writer)
      } else {
        related.write(column.link, of: row, to: &writer)
      }
    }
  }

  private static func key(_ row: Int, of rows: StoreRows) -> ObjectID.Key {
    let key = rows.keys[row]
    return key == 0 ? rows.temporaryIDs[row]?.key ?? .permanent(0) : .permanent(key)
  }
}
