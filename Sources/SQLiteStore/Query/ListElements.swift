import SQLite

/// The values of a long list that JSON cannot carry exactly: fractions, bytes, texts with a null character.
///
/// SQL asks for them one by one, so that two bindings carry any number of them:
/// ```
/// x IN (SELECT OBJWIRE_ELEMENT(this object, value) FROM json_each('[0,1,2,…]'))
/// ```
final class ListElements: Sendable {
  /// The function's name in SQL.
  static let function = "OBJWIRE_ELEMENT"

  private let values: [SQLiteValue]

  init(_ values: [SQLiteValue]) { self.values = values }

  /// The list for the right side of an IN.
  var sql: SQLText {
    var sql: SQLText = "(SELECT OBJWIRE_ELEMENT("
    sql.bind(.object(self))
    sql.append(", value) FROM json_each(")
    sql.bind(.text(JSONList.text((0..<Int64(values.count)).map { $0 })))
    sql.append("))")
    return sql
  }

  /// Makes the function callable on a connection.
  static func register(on connection: Connection) throws(SQLiteError) {
    try connection.register(function, argumentCount: 2) { call in
      guard let elements = call.object(at: 0) as? ListElements else { return .null }
      return elements.value(at: call.integer(at: 1))
    }
  }

  private func value(at position: Int64) -> FunctionResult {
    guard let index = Int(exactly: position), values.indices.contains(index) else { return .null }
    return switch values[index] {
    case .null, .object: .null
    case .integer(let number): .integer(number)
    case .real(let number): .real(number)
    case .text(let text): .text(text)
    case .blob(let bytes): .blob(bytes)
    }
  }
}
