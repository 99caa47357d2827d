import ObjectGraph
import SQLite

/// `OBJWIRE_LIST(count, place, …, column, …)`: the elements of a collection as one value, for a `RowTest`.
///
/// The first argument says how many of the next ones bring the elements into order; the others are the columns of an
/// element. The value is a blob, one cell behind the other:
/// ```
/// 0                       NULL
/// 1  8 bytes              integer
/// 2  8 bytes              real
/// 3  8 bytes, the bytes   text
/// 4  8 bytes, the bytes   blob
/// ```
enum ElementList {
  /// Makes the function callable on a connection.
  static func register(on connection: Connection) throws(SQLiteError) {
    try connection.registerAggregate("OBJWIRE_LIST", argumentCount: -1) { State() }
  }

  /// A call of it.
  static func sql(_ columns: [SQLText], in order: [SQLText]) -> SQLText {
    var sql: SQLText = "OBJWIRE_LIST("
    sql.bind(.integer(Int64(order.count)))
    for argument in order + columns {
      sql.append(", ")
      sql.append(argument)
    }
    sql.append(")")
    return sql
  }

  private final class State: AggregateState {
    private var elements: [(places: [Int64], bytes: [UInt8])] = []

    func step(_ call: borrowing FunctionCall) {
      let first = 1 + Int(clamping: call.integer(at: 0))
      var element: (places: [Int64], bytes: [UInt8]) = ([], [])
      for argument in 1..<first {
        let isMissing = call.storageClass(at: argument) == .null
        element.places.append(isMissing ? Int64.min : call.integer(at: argument))
      }
      for argument in first..<max(call.count, first) { element.bytes.append(cell: call, argument) }
      elements.append(element)
    }

    func result() -> FunctionResult {
      elements.sort { $0.places.lexicographicallyPrecedes($1.places) }
      return .blob(elements.flatMap(\.bytes))
    }
  }

  /// The elements, one a row.
  ///
  /// - Parameter width: how many columns an element has.
  static func rows(of bytes: ArraySlice<UInt8>, width: Int) -> StoreRows {
    var rows = StoreRows(columnCount: width)
    var rest = bytes
    while !rest.isEmpty {
      rows.beginRow(key: 0, version: 0)
      for _ in 0..<width { rows.appendCell(from: &rest) }
    }
    return rows
  }
}

/// The kinds of cells.
private enum CellKind: UInt8 {
  case null, integer, real, text, blob
}

extension [UInt8] {
  fileprivate mutating func append(cell call: borrowing FunctionCall, _ argument: Int) {
    switch call.storageClass(at: argument) {
    case .null: append(CellKind.null.rawValue)
    case .integer: append(.integer, UInt64(bitPattern: call.integer(at: argument)))
    case .real: append(.real, call.real(at: argument).bitPattern)
    case .text: append(.text, call, argument)
    case .blob: append(.blob, call, argument)
    }
  }

  private mutating func append(_ kind: CellKind, _ bits: UInt64) {
    append(kind.rawValue)
    for shift in stride(from: 0, to: UInt64.bitWidth, by: UInt8.bitWidth) {
      append(UInt8(truncatingIfNeeded: bits >> shift))
    }
  }

  private mutating func append(_ kind: CellKind, _ call: borrowing FunctionCall, _ argument: Int) {
    var content: [UInt8] = []
    call.appendBytes(at: argument, to: &content)
    append(kind, UInt64(content.count))
    append(contentsOf: content)
  }
}

extension StoreRows {
  fileprivate mutating func appendCell(from bytes: inout ArraySlice<UInt8>) {
    let kind = bytes.popFirst().flatMap { CellKind(rawValue: $0) } ?? .null
    guard kind != .null else { return appendNull() }
    let bits = bytes.popBits()
    switch kind {
    case .null: appendNull()
    case .integer: append(Int64(bitPattern: bits))
    case .real: append(Double(bitPattern: bits))
    // One list is far below the limit that appending can run into: SQLite's values are smaller.
    case .text: try? appendText { $0 += bytes.popBytes(bits) }
    case .blob: try? appendBlob { $0 += bytes.popBytes(bits) }
    }
  }
}

extension ArraySlice<UInt8> {
  fileprivate mutating func popBits() -> UInt64 {
    popBytes(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  fileprivate mutating func popBytes(_ count: UInt64) -> ArraySlice<UInt8> {
    let content = prefix(Int(clamping: count))
    removeFirst(content.count)
    return content
  }
}
