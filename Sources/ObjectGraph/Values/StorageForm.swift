public import FoundationEssentials
public import PredicateLanguage

/// How a value lies in a cell, the same in every store.
///
/// Integers and Boolean as integers, Double, Float and Date as reals, Decimal as the nearest real (hence 15
/// digits), String and URI as text, UUID as 16 bytes, Binary and Transformable as they are. Source: Core
/// Data's SQLite layout.
extension StoreRows {
  /// Adds a cell.
  ///
  /// - Throws: `StoreError.limit` past `byteLimit` bytes in all.
  public mutating func append(_ value: AttributeValue) throws(StoreError) {
    switch value {
    case .null, .list: appendNull()
    case .boolean(let truth): append(truth ? 1 : 0 as Int64)
    case .integer(let number): append(number)
    case .double(let number), .date(let number): append(number)
    case .decimal(let number): append(DecimalText.nearestDouble(number))
    case .string(let text), .url(let text): try appendText { $0.append(contentsOf: text.utf8) }
    case .uuid(let uuid): try appendBlob { $0.append(contentsOf: uuid.bytes) }
    case .data(let data): try appendBlob { $0.append(contentsOf: data) }
    case .objectID(let objectID): append(reference: objectID)
    }
  }

  /// Adds a row of an object that has a snapshot.
  ///
  /// - Parameter entity: the one whose rows these are; the object may be of a subentity.
  public mutating func append(
    _ snapshot: ObjectSnapshot, of entity: EntityDescription
  ) throws(StoreError) {
    let member = entity.family.isPolymorphic ? entity.member(named: snapshot.objectID.entity) : nil
    switch snapshot.objectID.key {
    case .permanent(let key): beginRow(key: key, version: snapshot.version, entity: member)
    case .temporary:
      beginRow(key: 0, version: 0, entity: member)
      markTemporary(snapshot.objectID)
    }
    try append(snapshot.values, of: member, in: entity)
  }

  private mutating func beginRow(key: Int64, version: Int64, entity: EntityDescription?) {
    beginRow(key: key, version: version, entity: entity.map { Int32($0.number) })
  }

  /// Adds the cells of a row.
  ///
  /// - Parameter member: the row's own entity, where it may be another than the one asked for.
  mutating func append(
    _ values: [AttributeValue], of member: EntityDescription?, in entity: EntityDescription
  ) throws(StoreError) {
    guard let member, member.number != entity.number || columnCount > values.count else {
      for value in values { try append(value) }
      return
    }
    var row = [AttributeValue](repeating: .null, count: columnCount)
    let positions = entity.layout.positions(ofEntity: member.number)
    for (column, value) in values.enumerated() { row[positions?[column] ?? column] = value }
    for value in row { try append(value) }
  }

  /// Adds a row of another result of the same entity.
  public mutating func append(_ row: Int, of other: StoreRows) throws(StoreError) {
    beginRow(
      key: other.keys[row], version: other.versions[row],
      entity: other.entityNumbers.isEmpty ? nil : other.entityNumbers[row])
    if let objectID = other.temporaryIDs[row] { markTemporary(objectID) }
    for column in 0..<columnCount {
      switch other.cell(row, column) {
      case .null: appendNull()
      case .reference(let index, 0): append(reference: other.foreignIDs[Int(index)])
      case .reference(let key, let entity): append(reference: key, entity: entity)
      case .integer(let number): append(number)
      case .real(let number): append(number)
      case .text(let start, let count): try appendText { $0.append(contentsOf: other.bytes(start, count)) }
      case .blob(let start, let count): try appendBlob { $0.append(contentsOf: other.bytes(start, count)) }
      }
    }
  }

  /// The value of a cell as an attribute's type has it.
  ///
  /// A cell of a storage class that the type never uses (written by others) reads as `.null`.
  public func value(_ row: Int, _ cell: Int, of type: AttributeType) -> AttributeValue {
    value(self.cell(row, cell), of: type)
  }

  /// The value of a column of the entity whose rows these are.
  public func value(
    _ row: Int, _ column: Int, of entity: EntityDescription, in store: UUID
  ) -> AttributeValue {
    value(row, column, column, of: entity, in: store)
  }

  private func value(
    _ row: Int, _ cell: Int, _ column: Int, of entity: EntityDescription, in store: UUID
  ) -> AttributeValue {
    switch entity.columns[column] {
    case .attribute(let attribute): value(self.cell(row, cell), of: attribute.type)
    case .relationship:
      entity.reference(ofColumn: column)
        .flatMap { reference(self.cell(row, cell), to: $0, in: store) }
        .map { .objectID($0) } ?? .null
    }
  }

  /// The object that a cell leads to; nil for none, and for one that the family does not have.
  public func reference(_ cell: Cell, to family: EntityFamily, in store: UUID) -> ObjectID? {
    switch cell {
    case .integer(let key): ObjectID(store: store, entity: family.name, key: .permanent(key))
    case .reference(let index, 0): foreignIDs[Int(index)]
    case .reference(let key, let number):
      family.name(ofNumber: Int(number)).map { ObjectID(store: store, entity: $0, key: .permanent(key)) }
    case .null, .real, .text, .blob: nil
    }
  }

  /// The entity of the object in a row: the one whose rows these are, or one below it.
  public func entity(_ row: Int, of entity: EntityDescription) -> EntityDescription {
    if entityNumbers.isEmpty { return entity }
    return entity.member(ofNumber: Int(entityNumbers[row])) ?? entity
  }

  /// The values of a row: one for each column of the row's own entity.
  public func snapshot(_ row: Int, of entity: EntityDescription, in store: UUID) -> ObjectSnapshot {
    let member = self.entity(row, of: entity)
    let positions = entity.layout.positions(ofEntity: member.number)
    return ObjectSnapshot(
      objectID: objectID(row, of: entity, in: store), version: versions[row],
      values: member.columns.indices.map { column in
        value(row, positions?[column] ?? column, column, of: member, in: store)
      })
  }

  /// The ID of the object in a row.
  public func objectID(_ row: Int, of entity: EntityDescription, in store: UUID) -> ObjectID {
    if let temporary = temporaryIDs[row] { return temporary }
    let name = entityNumbers.isEmpty ? entity.name : self.entity(row, of: entity).name
    return ObjectID(store: store, entity: name, key: .permanent(keys[row]))
  }

  /// The bytes of a text or blob cell.
  public func bytes(_ start: UInt32, _ count: UInt32) -> ArraySlice<UInt8> {
    bytes[Int(start)..<Int(start) + Int(count)]
  }

  private func value(_ cell: Cell, of type: AttributeType) -> AttributeValue {
    switch (type, cell) {
    case (.integer16, .integer(let number)), (.integer32, .integer(let number)),
      (.integer64, .integer(let number)):
      .integer(number)
    case (.boolean, .integer(let number)): .boolean(number != 0)
    case (.double, .real(let number)), (.float, .real(let number)): .double(number)
    case (.double, .integer(let number)), (.float, .integer(let number)): .double(Double(number))
    case (.date, .real(let seconds)): .date(seconds)
    case (.date, .integer(let seconds)): .date(Double(seconds))
    case (.decimal, .real(let number)): Decimal(storedReal: number).map { .decimal($0) } ?? .null
    case (.decimal, .integer(let number)): .decimal(Decimal(number))
    case (.string, .text(let start, let count)): .string(text(start, count))
    case (.uri, .text(let start, let count)): .url(text(start, count))
    case (.uuid, .blob(let start, let count)): UUID(bytes: bytes(start, count)).map { .uuid($0) } ?? .null
    case (.binary, .blob(let start, let count)), (.transformable, .blob(let start, let count)):
      .data(Array(bytes(start, count)))
    default: .null
    }
  }

  private func text(_ start: UInt32, _ count: UInt32) -> String {
    String(decoding: bytes(start, count), as: UTF8.self)
  }
}
