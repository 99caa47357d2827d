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
    case .objectID(let objectID):
      if case .permanent(let key) = objectID.key { append(key) } else { appendNull() }
    }
  }

  /// Adds a row of an object that has a snapshot.
  public mutating func append(_ snapshot: ObjectSnapshot) throws(StoreError) {
    switch snapshot.objectID.key {
    case .permanent(let key): beginRow(key: key, version: snapshot.version)
    case .temporary:
      beginRow(key: 0, version: 0)
      markTemporary(snapshot.objectID)
    }
    for value in snapshot.values { try append(value) }
  }

  /// Adds a row of another result of the same entity.
  public mutating func append(_ row: Int, of other: StoreRows) throws(StoreError) {
    beginRow(key: other.keys[row], version: other.versions[row])
    if let objectID = other.temporaryIDs[row] { markTemporary(objectID) }
    for column in 0..<columnCount {
      switch other.cell(row, column) {
      case .null: appendNull()
      case .integer(let number): append(number)
      case .real(let number): append(number)
      case .text(let start, let count): try appendText { $0.append(contentsOf: other.bytes(start, count)) }
      case .blob(let start, let count): try appendBlob { $0.append(contentsOf: other.bytes(start, count)) }
      }
    }
  }

  /// The value of a cell as its property's type has it.
  ///
  /// A cell of a storage class that the type never uses (written by others) reads as `.null`.
  public func value(_ row: Int, _ column: Int, of property: PropertyDescription) -> AttributeValue {
    switch property {
    case .attribute(let attribute): value(cell(row, column), of: attribute.type)
    // Stores with relationships are refused when they are added.
    case .relationship: .null
    }
  }

  /// The values of a row.
  public func snapshot(_ row: Int, of entity: EntityDescription, in store: UUID) -> ObjectSnapshot {
    ObjectSnapshot(
      objectID: objectID(row, of: entity, in: store), version: versions[row],
      values: entity.columns.indices.map { value(row, $0, of: entity.columns[$0]) })
  }

  /// The ID of the object in a row.
  public func objectID(_ row: Int, of entity: EntityDescription, in store: UUID) -> ObjectID {
    if let temporary = temporaryIDs[row] { return temporary }
    return ObjectID(store: store, entity: entity.name, key: .permanent(keys[row]))
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
