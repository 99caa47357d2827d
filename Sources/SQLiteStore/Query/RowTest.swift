import FoundationEssentials
import ObjectGraph
import PredicateLanguage
import SQLite

/// A part of a predicate that is too deep for SQL, evaluated in memory from inside the statement.
///
/// `OBJWIRE_HOLDS(this object, value, value, …)` is 1 or 0. It means the same as the SQL would, but uses no
/// index. The values are those of the predicate's keys; an object that may be of several entities is two, its
/// key and the number of its entity.
final class RowTest: Sendable {
  /// The function's name in SQL.
  static let function = "OBJWIRE_HOLDS"
  /// Most values: SQLite's 127 arguments less the test itself.
  static let argumentLimit = 126

  /// Where the value of a key is among the arguments, counted from 0.
  private enum Place: Sendable {
    case value(AttributeType, Int)
    /// With the entity in the next argument if there may be several.
    case object(EntityFamily, Int)
  }

  /// The values in SQL.
  let arguments: [SQLText]
  private let predicate: PreparedPredicate<BoundKeyPath>
  private let places: [Place]
  private let store: UUID

  /// - Throws: `StoreError.predicate` for a placeholder without a value, `.limit` for too many keys.
  init(_ node: PredicateNode<BoundKeyPath>, _ compiler: PredicateCompiler) throws(StoreError) {
    do throws(PredicateTextError) {
      predicate = try PreparedPredicate(node)
    } catch {
      throw .predicate(error)
    }
    var (arguments, places) = ([SQLText](), [Place]())
    for key in predicate.keys {
      switch key.target {
      case .attribute(let attribute, _):
        places.append(.value(attribute.type, arguments.count))
        arguments.append(try compiler.paths.value(key))
      case .object:
        let object = try compiler.paths.object(key)
        places.append(.object(object.family, arguments.count))
        arguments += [object.key, object.entity].compactMap(\.self)
      }
    }
    guard arguments.count <= Self.argumentLimit else {
      throw .limit("keys in a predicate", Self.argumentLimit)
    }
    self.arguments = arguments
    self.places = places
    store = compiler.store
  }

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
    switch places[slot] {
    case .value(let type, let argument): return row.value(0, argument, of: type)
    case .object(let family, let argument):
      guard case .integer(let key) = row.cell(0, argument) else { return .null }
      guard family.isPolymorphic else { return .objectID(objectID(family.name, key)) }
      guard case .integer(let number) = row.cell(0, argument + 1), let number = Int(exactly: number),
        let name = family.name(ofNumber: number)
      else { return .null }
      return .objectID(objectID(name, key))
    }
  }

  private func objectID(_ entity: String, _ key: Int64) -> ObjectID {
    ObjectID(store: store, entity: entity, key: .permanent(key))
  }
}
