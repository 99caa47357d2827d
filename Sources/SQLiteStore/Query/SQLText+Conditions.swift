/// What conditions are put together from.
extension SQLText {
  /// Two terms with a sign between them, which brings its own spaces.
  static func joined(_ left: SQLText, _ sign: SQLText, _ right: SQLText) -> SQLText {
    var sql = left
    sql.append(sign)
    sql.append(right)
    return sql
  }

  /// The text with more behind it.
  func followed(by other: SQLText) -> SQLText {
    var sql = self
    sql.append(other)
    return sql
  }

  /// A column, the text before it being what it is qualified with.
  func column(_ name: SQLIdentifier) -> SQLText {
    var sql = self
    sql.append(name)
    return sql
  }

  /// The condition with 0 in the place of NULL, where that is asked for.
  func exact(_ isExact: Bool) -> SQLText { isExact ? wrapped("coalesce(", ", 0)") : self }

  /// The condition in parentheses.
  var parenthesized: SQLText { wrapped("(", ")") }

  /// The opposite; an operand that binds less tightly than NOT comes in parentheses.
  var negated: SQLText { wrapped("NOT ", "") }

  /// The text between two others.
  func wrapped(_ beginning: SQLText, _ end: SQLText) -> SQLText {
    var sql = beginning
    sql.append(self)
    sql.append(end)
    return sql
  }
}
