import ObjectGraph
import SQLite

/// A collection in SQL: one row for each element.
struct CollectionSQL {
  var tables: JoinedTables
  var element: TermSQL
  /// Whether the collection is there at all; one behind an object that is missing is not.
  ///
  /// Nil where it always is.
  var isThere: SQLText?

  /// Whether any element fulfils a condition; false of a collection that is not there.
  func exists(where condition: SQLText) -> SQLText {
    var tables = tables
    tables.add(condition: condition)
    return tables.selecting("1").wrapped("EXISTS (", ")")
  }

  /// Something made of all rows, or of one of them; NULL for a collection that is not there.
  func value(_ selection: SQLText, _ suffix: SQLText = "") -> SQLText {
    let sql = tables.selecting(selection, suffix).parenthesized
    guard let isThere else { return sql }
    return SQLText.joined(isThere, " THEN ", sql).wrapped("CASE WHEN ", " END")
  }

  /// The element at a place counted from 0, from either end; NULL for none.
  func element(at position: Int64, fromEnd: Bool = false) -> TermSQL {
    guard position >= 0 else { return element.map { _ in "NULL" } }
    var suffix: SQLText = ""
    for (index, column) in tables.order.enumerated() {
      suffix.append(index == 0 ? " ORDER BY " : ", ")
      suffix.append(column)
      if fromEnd { suffix.append(" DESC") }
    }
    suffix.append(" LIMIT 1")
    if position > 0 {
      suffix.append(" OFFSET ")
      suffix.bind(.integer(position))
    }
    return element.map { value($0, suffix) }
  }
}
