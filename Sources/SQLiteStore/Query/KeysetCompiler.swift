import ObjectGraph
import PredicateLanguage
import SQLite

/// Turns "behind this place" into conditions, by the same relation that `ORDER BY` and `RowOrder` follow.
///
/// What comes behind falls into parts that follow each other, so that each can be read from an index where
/// one fits, beginning at the place itself. Behind category 1, date 9, key 7 of an order by category
/// descending, then date:
/// ```
/// category IS 1 AND date IS 9 AND Z_PK > 7      the rest of those that tie
/// category IS 1 AND date > 9
/// category < 1
/// category IS NULL                              missing values are last where the order descends
/// ```
struct KeysetCompiler {
  let compiler: PredicateCompiler

  /// The parts in order; a row is in one of them at most.
  func parts(
    behind position: FetchPosition, in sort: [BoundSortDescriptor]
  ) throws(StoreError) -> [SQLText] {
    let terms = try sort.map { descriptor throws(StoreError) in try term(descriptor) }
    let keys = zip(position.keys, sort).map { key, descriptor in value(key, descriptor) }
    var parts: [SQLText] = []
    for index in terms.indices.reversed() {
      let ties = (0..<index).map { joined(terms[$0], " IS ", keys[$0]) }
      for later in later(terms[index], position.keys[index], keys[index], sort[index]) {
        parts.append(SQLText.balanced((ties + [later])[...], " AND "))
      }
    }
    let ties = terms.indices.map { joined(terms[$0], " IS ", keys[$0]) }
    var last: SQLText = "Z_PK > "
    last.bind(.integer(position.primaryKey))
    return [SQLText.balanced((ties + [last])[...], " AND ")] + parts
  }

  /// The conditions of values that come behind one, nearest first.
  private func later(
    _ term: SQLText, _ key: FetchPosition.Key, _ value: SQLText, _ descriptor: BoundSortDescriptor
  ) -> [SQLText] {
    if key == .null { return descriptor.nullsFirst ? [joined(term, " IS NOT ", "NULL")] : [] }
    let beyond = joined(term, descriptor.ascending ? " > " : " < ", value)
    return descriptor.nullsFirst ? [beyond] : [beyond, joined(term, " IS ", "NULL")]
  }

  private func term(_ descriptor: BoundSortDescriptor) throws(StoreError) -> SQLText {
    descriptor.ordered(try compiler.paths.value(descriptor.path))
  }

  private func value(_ key: FetchPosition.Key, _ descriptor: BoundSortDescriptor) -> SQLText {
    var sql: SQLText = ""
    switch key {
    case .null, .digest: sql.bind(.null)
    case .integer(let number): sql.bind(.integer(number))
    case .real(let number): sql.bind(.real(number))
    case .blob(let bytes): sql.bind(.blob(bytes))
    case .text(let bytes):
      if let text = String(validating: bytes, as: UTF8.self) {
        sql.bind(.text(text))
      } else {
        // Others may have stored what is no UTF-8; as a blob it stays as it is.
        sql.append("CAST(")
        sql.bind(.blob(bytes))
        sql.append(" AS TEXT)")
      }
    }
    return descriptor.ordered(sql)
  }

  private func joined(_ left: SQLText, _ sign: SQLText, _ right: SQLText) -> SQLText {
    var sql = left
    sql.append(sign)
    sql.append(right)
    return sql
  }
}

extension BoundSortDescriptor {
  /// What is compared in the place of a value: the value, or its folded text.
  func ordered(_ value: SQLText) -> SQLText {
    let folding = options.folding
    return folding.isEmpty || !path.isText ? value : TextFunctions.folded(value, folding)
  }
}
