import FoundationEssentials
import ObjectGraph
import PredicateLanguage
import SQLite

/// A part of a predicate that is too deep for SQL, evaluated in memory from inside the statement.
///
/// `OBJWIRE_HOLDS(this object, column, column, …)` is 1 or 0. It means the same as the SQL would, but uses no
/// index.
final class RowTest: Sendable {
  /// The function's name in SQL.
  static let function = "OBJWIRE_HOLDS"
  /// Most different keys: SQLite's 127 arguments less the test itself.
  static let keyLimit = 126

  private let predicate: PreparedPredicate<BoundKeyPath>
  private let mapping: TableMapping
  private let store: UUID

  /// - Throws: `StoreError.predicate` for a placeholder without a value, `.limit` for too many keys.
  init(_ node: PredicateNode<BoundKeyPath>, _ mapping: TableMapping, store: UUID) throws(StoreError) {
    do throws(PredicateTextError) {
      predicate = try PreparedPredicate(node)
    } catch {
      throw .predicate(error)
    }
    guard predicate.keys.count <= Self.keyLimit else { throw .limit("keys in a predicate", Self.keyLimit) }
    self.mapping = mapping
    self.store = store
  }

  /// The keys in the order of the function's arguments behind the first.
  var keys: [BoundKeyPath] { predicate.keys }

  /// Makes the function callable on a connection.
  static func register(on connection: Connection) throws(SQLiteError) {
    try connection.register(function, argumentCount: -1) { call in
      guard let test = call.object(at: 0) as? RowTest else { return .null }
      return .boolean(test.holds(call))
    }
  }

  private func holds(_ call: borrowing FunctionCall) -> Bool {
    var row = StoreRows(columnCount: call.count - 1)
    row.beginRow(key: 0, version: 0)
    for argument in 1..<max(call.count, 1) {
      Self.append(call, argument, to: &row)
    }
    return predicate.evaluateSlots { slot in value(of: slot, in: row) }
  }

  private static func append(_ call: borrowing FunctionCall, _ argument: Int, to row: inout StoreRows) {
    switch call.storageClass(at: argument) {
    case .null: row.appendNull()
    case .integer: row.append(call.integer(at: argument))
    case .real: row.append(call.real(at: argument))
    // A single row is far below the limit that appending can run into.
    case .text: try? row.appendText { call.appendBytes(at: argument, to: &$0) }
    case .blob: try? row.appendBlob { call.appendBytes(at: argument, to: &$0) }
    }
  }

  private func value(of slot: Int, in row: StoreRows) -> PredicateValue {
    switch keys[slot].target {
    case .attribute(_, let column): return row.value(0, slot, of: mapping.columns[column].property)
    case .object:
      guard case .integer(let key) = row.cell(0, slot) else { return .null }
      return .objectID(ObjectID(store: store, entity: mapping.entity.name, key: .permanent(key)))
    }
  }
}
