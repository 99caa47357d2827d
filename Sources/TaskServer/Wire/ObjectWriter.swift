import FoundationEssentials
import JSON
import ObjectGraph
import PredicateLanguage

/// Writes objects of one entity: `{"$objectID": …, "$entity": …, "$version": …, …}`.
///
/// What is the same for every object (keys, the beginning of the ID) is made once.
struct ObjectWriter: Sendable {
  private struct Member: Sendable {
    /// `,"finished":`
    let key: [UInt8]
    let column: Int
    /// Nil for a relationship.
    let type: AttributeType?
  }

  private let entity: EntityDescription
  private let store: UUID
  /// `{"$objectID":"x-coredata://…/Task/p`
  private let beginning: [UInt8]
  /// `,"$entity":"Task","$version":`
  private let middle: [UInt8]
  private let members: [Member]
  private let values: ValueWriter

  /// - Parameter properties: positions of the columns to write, in order; nil for all.
  init(entity: EntityDescription, store: UUID, settings: WireSettings, properties: [Int]? = nil) {
    self.entity = entity
    self.store = store
    values = ValueWriter(int64AsString: settings.int64AsString)
    beginning = Array("{\"$objectID\":\"x-coredata://\(store.uuidString)/\(entity.name)/p".utf8)
    middle = Array(",\"$entity\":\"\(entity.name)\",\"$version\":".utf8)
    members = (properties ?? Array(entity.columns.indices)).map { column in
      let type: AttributeType? =
        switch entity.columns[column] {
        case .attribute(let attribute): attribute.type
        case .relationship: nil
        }
      return Member(key: Array(",\"\(entity.columns[column].name)\":".utf8), column: column, type: type)
    }
  }

  /// Appends the object of a row.
  func write(_ row: Int, of rows: StoreRows, to writer: inout JSONWriter) {
    if let temporary = rows.temporaryIDs[row] {
      writer.append("{\"$objectID\":")
      writer.write(temporary.uri)
    } else {
      writer.append(beginning)
      writer.write(rows.keys[row])
      writer.append("\"")
    }
    writer.append(middle)
    writer.write(rows.versions[row])
    for member in members {
      writer.append(member.key)
      if let type = member.type {
        values.write(rows.cell(row, member.column), of: rows, as: type, to: &writer)
      } else {
        writer.writeNull()
      }
    }
    writer.endObject()
  }

  /// A snapshot as a tree, for errors.
  func json(_ snapshot: ObjectSnapshot) -> JSONValue {
    var rows = StoreRows(columnCount: entity.columns.count)
    guard (try? rows.append(snapshot)) != nil else { return .null }
    var writer = JSONWriter()
    write(0, of: rows, to: &writer)
    return (try? JSONValue(parsing: writer.bytes.span)) ?? .null
  }

  /// One value as a tree, for errors.
  func json(_ value: AttributeValue, column: Int) -> JSONValue {
    var rows = StoreRows(columnCount: 1)
    rows.beginRow(key: 0, version: 0)
    guard case .attribute(let attribute) = entity.columns[column], (try? rows.append(value)) != nil else {
      return .null
    }
    var writer = JSONWriter()
    values.write(rows.cell(0, 0), of: rows, as: attribute.type, to: &writer)
    return (try? JSONValue(parsing: writer.bytes.span)) ?? .null
  }
}
