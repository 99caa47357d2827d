import SQLite

/// SQL in the making: words of ours, quoted identifiers and bound values; a value can never become text.
struct SQLText: Sendable, ExpressibleByStringLiteral {
  private(set) var text: String
  private(set) var bindings: [SQLiteValue] = []

  /// Words of ours; the type keeps anything else out.
  init(stringLiteral words: StaticString) { text = words.description }

  /// Adds a placeholder and its value.
  mutating func bind(_ value: SQLiteValue) {
    text += "?"
    bindings.append(value)
  }

  /// Whether there is no text at all.
  var isEmpty: Bool { text.isEmpty }

  /// The same text, with the value of a placeholder that is in it already.
  func binding(_ value: SQLiteValue) -> SQLText {
    var sql = self
    sql.bindings.append(value)
    return sql
  }

  /// Adds more SQL; a literal is SQL too.
  mutating func append(_ other: SQLText) {
    text += other.text
    bindings += other.bindings
  }

  /// Adds the name of a table, a column or an index.
  mutating func append(_ name: SQLIdentifier) { text += name.quoted }

  /// Adds names, parted by commas.
  mutating func append(list names: [SQLIdentifier]) { text += names.map(\.quoted).joined(separator: ", ") }

  /// Adds the short name of a table in a subquery, such as `t1`.
  mutating func append(alias number: Int) { text += "t" + String(number) }

  /// Adds a further condition, if there is one.
  mutating func append(condition: SQLText?) {
    guard let condition else { return }
    append(" AND ")
    append(condition)
  }

  /// Adds the number of an entity, which is the schema's and no value.
  mutating func append(entityNumber number: Int) { text += String(number) }

  /// Adds a column's declared type.
  mutating func append(keyword type: ColumnType) { text += type.rawValue }
}

extension SQLText {
  /// Several conditions in one, `AND` or `OR` between them, as a balanced tree: SQLite's depth limit is
  /// 1,000.
  static func balanced(
    _ parts: ArraySlice<SQLText>, _ conjunction: SQLText, empty: SQLText = "1"
  ) -> SQLText {
    guard parts.count > 1 else { return parts.first ?? empty }
    let middle = parts.startIndex + parts.count / 2
    var sql: SQLText = "("
    sql.append(balanced(parts[..<middle], conjunction))
    sql.append(conjunction)
    sql.append(balanced(parts[middle...], conjunction))
    sql.append(")")
    return sql
  }
  /// The same of conditions of which some may be beyond SQL; then it is as a whole.
  static func balanced(_ parts: [SQLText?], _ conjunction: SQLText, empty: SQLText) -> SQLText? {
    let known = parts.compactMap(\.self)
    return known.count == parts.count ? balanced(known[...], conjunction, empty: empty) : nil
  }
}
