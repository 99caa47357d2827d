import ObjectGraph

/// One value in SQL.
enum TermSQL {
  /// The type is that of the attribute it comes from; nil for what was computed.
  case value(SQLText, AttributeType?)
  case object(ObjectSQL)

  /// The value, or the key of the object.
  var sql: SQLText {
    switch self {
    case .value(let sql, _): sql
    case .object(let object): object.key
    }
  }

  /// The object; nil for other values.
  var object: ObjectSQL? {
    if case .object(let object) = self { object } else { nil }
  }

  /// The value where it is computed with; nil for an object.
  ///
  /// Dates and decimals are fractions to the language, but SQLite keeps whole ones as integers and would divide them
  /// without remainder.
  var number: SQLText? {
    switch self {
    case .value(let sql, .date), .value(let sql, .decimal): sql.wrapped("CAST(", " AS REAL)")
    case .value(let sql, _): sql
    case .object: nil
    }
  }

  /// The value where it is certainly a whole number or missing; nil otherwise.
  var wholeNumber: SQLText? {
    switch self {
    case .value(let sql, .integer16), .value(let sql, .integer32), .value(let sql, .integer64),
      .value(let sql, .boolean):
      sql
    default: nil
    }
  }

  /// The same with something done to the value, or to key and entity of the object.
  func map<Failure: Error>(_ transform: (SQLText) throws(Failure) -> SQLText) throws(Failure) -> TermSQL {
    switch self {
    case .value(let sql, let type): .value(try transform(sql), type)
    case .object(let object): .object(try object.map(transform))
    }
  }
}
