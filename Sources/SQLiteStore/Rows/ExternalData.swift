import FoundationEssentials
import ObjectGraph
import PredicateLanguage
import SQLite

/// Values of attributes that may lie beside the file (`allowsExternalBinaryDataStorage`).
///
/// The first byte of a cell says where the value is, as Core Data writes it:
/// ```
/// 01 …            the value follows
/// 02 UUID 00      the value is the file of that name in .STORE_SUPPORT/_EXTERNAL_DATA beside the store
/// ```
/// This store always writes 01. A cell that begins with another byte is taken as the value itself.
enum ExternalData {
  private static let inline: UInt8 = 1
  private static let beside: UInt8 = 2
  /// Bytes of a cell that names a file: the tag, the UUID as text, a null byte.
  private static let nameLength = 38

  /// What a cell holds for a value.
  static func cell(_ value: [UInt8]) -> [UInt8] { [inline] + value }

  /// `OBJWIRE_EXTERNAL(cell)`: the value of a cell; NULL for a file that is not there.
  static func value(of cell: SQLText) -> SQLText {
    var sql: SQLText = "OBJWIRE_EXTERNAL("
    sql.append(cell)
    sql.append(")")
    return sql
  }

  /// Makes the function callable on a connection.
  static func register(on connection: Connection) throws(SQLiteError) {
    let folder = folder(beside: connection.location)
    try connection.register("OBJWIRE_EXTERNAL", argumentCount: 1, isDeterministic: false) { call in
      guard call.storageClass(at: 0) == .blob else { return .null }
      var cell: [UInt8] = []
      call.appendBytes(at: 0, to: &cell)
      return value(of: cell, in: folder).map { .blob($0) } ?? .null
    }
  }

  private static func value(of cell: [UInt8], in folder: URL?) -> [UInt8]? {
    switch cell.first {
    case inline: return Array(cell.dropFirst())
    case beside where cell.count == nameLength && cell.last == 0:
      // Only what is a UUID becomes part of a path.
      let name = String(decoding: cell[1..<nameLength - 1], as: UTF8.self)
      guard let folder, UUID(uuidString: name) != nil else { return nil }
      return (try? Data(contentsOf: folder.appending(path: name))).map { Array($0) }
    default: return cell
    }
  }

  private static func folder(beside location: Location) -> URL? {
    guard case .file(let path, _) = location else { return nil }
    let store = URL(filePath: path)
    let name = store.deletingPathExtension().lastPathComponent
    return store.deletingLastPathComponent().appending(path: ".\(name)_SUPPORT/_EXTERNAL_DATA")
  }
}

extension TableColumn {
  /// Whether cells hold more than the value; see `ExternalData`.
  var isExternal: Bool {
    guard case .attribute(let attribute) = property, type == .blob else { return false }
    return attribute.allowsExternalBinaryDataStorage
  }

  /// The value of the column, of an attribute or the key of a reference, in SQL.
  ///
  /// - Parameter table: what the column is qualified with, a dot behind it.
  func value(in table: SQLText = "") -> SQLText {
    var sql = table
    sql.append(name)
    return isExternal ? ExternalData.value(of: sql) : sql
  }

  /// A value as a cell of the column holds it.
  func stored(_ value: AttributeValue) -> AttributeValue {
    guard isExternal, case .data(let bytes) = value else { return value }
    return .data(ExternalData.cell(bytes))
  }
}
