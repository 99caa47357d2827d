package import FoundationEssentials
package import JSON
package import ObjectGraph
import PredicateLanguage

/// Writes objects of one entity and of those below it, made once for a result.
///
/// An object is flat: three members of objwire's own, then its properties in byte order of their names:
/// ```
/// {"$objectID":"x-coredata://…/Task/p1","$entity":"Task","$version":1,"category":0,"date":null,…}
/// ```
/// An object of a subentity shows all properties of its own entity.
package struct ObjectWriter: Sendable {
  let entity: EntityDescription
  /// The to-many relationships that are written; their members come beside the rows.
  let relationships: [String]
  private let int64AsString: Bool
  private let own: MemberWriter
  /// Of the subentities, in order of their numbers.
  private let below: [MemberWriter]

  /// - Parameter properties: the only ones to write; nil for all that have a column, so for no to-many relationship.
  ///   An object shows those of them that its entity has.
  package init(
    entity: EntityDescription, store: UUID, settings: WireSettings, properties: [String]? = nil
  ) {
    self.entity = entity
    int64AsString = settings.int64AsString
    let members = [entity] + entity.subentities
    let relationships = (properties ?? []).filter { name in
      members.contains { $0.relationship(named: name)?.isToMany == true }
    }
    self.relationships = relationships
    func writer(of member: EntityDescription) -> MemberWriter {
      MemberWriter(
        entity: member, positions: entity.layout.positions(ofEntity: member.number), store: store,
        int64AsString: settings.int64AsString, properties: properties, relationships: relationships)
    }
    own = writer(of: entity)
    below = entity.subentities.map(writer)
  }

  /// The writer of the object in a row.
  private func member(_ row: Int, of rows: StoreRows) -> MemberWriter {
    if rows.entityNumbers.isEmpty { return own }
    let place = Int(rows.entityNumbers[row]) - entity.number - 1
    return below.indices.contains(place) ? below[place] : own
  }
}

// MARK: - Rows

extension ObjectWriter {
  /// Writes the objects of a result of this entity and store as an array.
  package func write(
    _ rows: StoreRows, _ related: RelatedObjects = RelatedObjects(), to writer: inout JSONWriter
  ) {
    // Each is fetched from another module, so once a result and not once a row.
    let cells = rows.cells
    let bytes = rows.bytes
    writer.beginArray()
    if rows.entityNumbers.isEmpty {
      for row in 0..<rows.count {
        writer.element()
        own.write(row, of: rows, cells.span, bytes.span, related, to: &writer)
      }
    } else {
      for row in 0..<rows.count {
        writer.element()
        member(row, of: rows).write(row, of: rows, cells.span, bytes.span, related, to: &writer)
      }
    }
    writer.endArray()
  }

  /// Writes the object in a row of a result of this entity and store.
  package func write(
    _ row: Int, of rows: StoreRows, _ related: RelatedObjects = RelatedObjects(), to writer: inout JSONWriter
  ) {
    member(row, of: rows).write(row, of: rows, rows.cells.span, rows.bytes.span, related, to: &writer)
  }

  /// Writes the properties alone, without objwire's own members.
  package func writeDictionary(
    _ row: Int, of rows: StoreRows, _ related: RelatedObjects = RelatedObjects(), to writer: inout JSONWriter
  ) {
    writer.beginObject()
    let start = writer.bytes.count
    member(row, of: rows).writeProperties(
      row, of: rows, rows.cells.span, rows.bytes.span, related, to: &writer)
    if writer.bytes.count > start { writer.bytes.remove(at: start) }
    writer.endObject()
  }

  /// Writes the ID of the object in a row as a string.
  package func writeObjectID(_ row: Int, of rows: StoreRows, to writer: inout JSONWriter) {
    member(row, of: rows).writeObjectID(row, of: rows, to: &writer)
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
    own.writeProperties(0, of: rows, rows.cells.span, rows.bytes.span, RelatedObjects(), to: &writer)
    writer.endObject()
  }

  /// An object as a tree, for errors.
  package func json(_ snapshot: ObjectSnapshot) -> JSONValue {
    tree { write(snapshot, to: &$0) }
  }

  /// A value of a column (its position in `entity.columns`) as a tree, for errors.
  package func json(_ value: AttributeValue, column: Int) -> JSONValue {
    if case .objectID(let objectID) = value { return .string(objectID.uri) }
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
