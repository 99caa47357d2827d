public import PredicateLanguage

/// Rows as they come out of a store: packed, without an object or a string a value.
///
/// One row per object; cells lie row after row in the order of `EntityDescription.layout`, which for an entity
/// without subentities is that of its columns. Text and bytes lie end to end in `bytes`, where cells point:
/// ```
/// keys      7                            9
/// versions  1                            4
/// cells     null integer(1) text(0..<4)  real(5.5) integer(0) text(4..<7)
/// bytes     M i l k T e a
/// ```
/// A value stays a storage class (`Cell`) until somebody asks for it by its attribute type.
public struct StoreRows: Sendable {
  /// SQLite's five storage classes, and a reference made of two of its columns.
  public enum Cell: Hashable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    /// UTF-8, as stored; a file that others wrote may hold invalid UTF-8.
    case text(start: UInt32, count: UInt32)
    case blob(start: UInt32, count: UInt32)
    /// Another object by its key and the number of its entity; with number 0 one of `foreignIDs` by its position.
    ///
    /// Where only one entity can be at the other end, stores give `.integer` with the key.
    case reference(key: Int64, entity: Int32)
  }

  /// Most bytes of text and blobs that one result holds: what a cell's 32-bit offsets can point at.
  public static let byteLimit = Int(UInt32.max)

  /// Cells of each row.
  public let columnCount: Int
  /// Primary keys; 0 where the object was never saved.
  public private(set) var keys: [Int64] = []
  /// Row versions; 0 where the object was never saved.
  public private(set) var versions: [Int64] = []
  /// The number of each row's own entity; empty where all rows are of the entity asked for itself.
  public private(set) var entityNumbers: [Int32] = []
  /// Row after row, `columnCount` cells each.
  public private(set) var cells: [Cell] = []
  /// What text and blob cells point at, end to end.
  public private(set) var bytes: [UInt8] = []
  /// What cells with an object's ID lead to that did not come from a store's columns.
  public private(set) var foreignIDs: [ObjectID] = []
  /// The temporary IDs of the rows that were never saved, by position.
  public private(set) var temporaryIDs: [Int: ObjectID] = [:]

  /// No rows.
  public init(columnCount: Int) { self.columnCount = columnCount }

  /// No rows of an entity.
  public init(of entity: EntityDescription) { self.init(columnCount: entity.layout.cells.count) }

  /// How many rows there are.
  public var count: Int { keys.count }
  /// Whether there is no row.
  public var isEmpty: Bool { keys.isEmpty }

  /// The cell at a 0-based row and column, both in range.
  public func cell(_ row: Int, _ column: Int) -> Cell { cells[row * columnCount + column] }
}

// MARK: - Filling

extension StoreRows {
  /// Begins a row; exactly `columnCount` cells must follow.
  ///
  /// - Parameter entity: the number of the row's own entity; nil for the one asked for. Either all rows have one or
  ///   none.
  public mutating func beginRow(key: Int64, version: Int64, entity: Int32? = nil) {
    keys.append(key)
    versions.append(version)
    if let entity { entityNumbers.append(entity) }
  }

  /// Adds a cell without a value.
  public mutating func appendNull() { cells.append(.null) }
  /// Adds a cell that leads to another object.
  public mutating func append(reference key: Int64, entity: Int32) {
    cells.append(.reference(key: key, entity: entity))
  }
  /// Adds a cell that leads to another object, whatever it is.
  public mutating func append(reference objectID: ObjectID) {
    cells.append(.reference(key: Int64(foreignIDs.count), entity: 0))
    foreignIDs.append(objectID)
  }
  /// Adds an integer cell.
  public mutating func append(_ integer: Int64) { cells.append(.integer(integer)) }
  /// Adds a cell with a finite real number; -0.0 becomes 0.0, for SQLite keeps no sign of a zero.
  public mutating func append(_ real: Double) { cells.append(.real(real + 0)) }

  /// Adds a text cell: whatever `write` appends to the bytes.
  ///
  /// - Throws: `StoreError.limit` past `byteLimit` bytes in all.
  public mutating func appendText(_ write: (inout [UInt8]) -> Void) throws(StoreError) {
    let range = try appended(write)
    cells.append(.text(start: range.start, count: range.count))
  }

  /// Adds a blob cell: whatever `write` appends to the bytes; errors as for text.
  public mutating func appendBlob(_ write: (inout [UInt8]) -> Void) throws(StoreError) {
    let range = try appended(write)
    cells.append(.blob(start: range.start, count: range.count))
  }

  private mutating func appended(
    _ write: (inout [UInt8]) -> Void
  ) throws(StoreError) -> (start: UInt32, count: UInt32) {
    let start = bytes.count
    write(&bytes)
    guard bytes.count <= Self.byteLimit else { throw .limit("result bytes", Self.byteLimit) }
    return (UInt32(start), UInt32(bytes.count - start))
  }

  /// Takes the last row away; the bytes that it points at stay.
  mutating func removeLast() {
    temporaryIDs[count - 1] = nil
    keys.removeLast()
    versions.removeLast()
    if !entityNumbers.isEmpty { entityNumbers.removeLast() }
    cells.removeLast(columnCount)
  }

  mutating func markTemporary(_ objectID: ObjectID) { temporaryIDs[count - 1] = objectID }
}
