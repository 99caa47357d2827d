import PredicateLanguage
import SQLite

/// The functions that give SQL the language's own comparison of text.
enum TextFunctions {
  /// `OBJWIRE_MATCH(text, pattern, operator × 16 + options)`: 1 or 0, never NULL.
  static let match = "OBJWIRE_MATCH"
  /// `OBJWIRE_FOLD(text, options)`: the folded text; NULL for NULL.
  static let fold = "OBJWIRE_FOLD"

  /// The operators that `match` knows, by number.
  static let operators: [ComparisonOperator] = [
    .equal, .contains, .beginsWith, .endsWith, .like, .matches,
  ]

  /// What the operator's number is multiplied by in the third argument of `match`, to leave room for the
  /// options.
  private static let optionsRadix: Int64 = 16

  /// The third argument of `match`.
  private static func code(_ operator: ComparisonOperator, _ options: StringOptions) -> Int64? {
    operators.firstIndex(of: `operator`).map { Int64($0) * optionsRadix + Int64(options.rawValue) }
  }

  /// Makes both callable on a connection.
  static func register(on connection: Connection) throws(SQLiteError) {
    let expressions = RegularExpressionCache()
    try connection.register(match, argumentCount: 3) { call in
      switch call.storageClass(at: 0) {
      case .text:
        let matcher = call.prepared(at: 1) { PreparedMatcher(call, expressions) }
        return .boolean(call.withText(at: 0) { text in matcher.matcher?.matches(text) ?? false })
      case .null:
        // Missing equals missing; every other comparison with it is false.
        let isMissing = if case .null = call.storageClass(at: 1) { true } else { false }
        return .boolean(isMissing && call.integer(at: 2) / optionsRadix == 0)
      default: return .boolean(false)
      }
    }
    try connection.register(fold, argumentCount: 2) { call in
      guard call.storageClass(at: 0) != .null else { return .null }
      let options = StringOptions(rawValue: UInt8(truncatingIfNeeded: call.integer(at: 1)))
      return call.withText(at: 0) { text in
        .text(String(decoding: StringComparison.folded(text, options: options), as: UTF8.self))
      }
    }
  }

  /// A call of `fold`.
  static func folded(_ text: SQLText, _ options: StringOptions) -> SQLText {
    var sql: SQLText = "OBJWIRE_FOLD("
    sql.append(text)
    sql.append(", ")
    sql.bind(.integer(Int64(options.rawValue)))
    sql.append(")")
    return sql
  }

  /// A call of `match`; nil for an operator that it does not know.
  static func matching(
    _ text: SQLText, _ pattern: SQLText, _ operator: ComparisonOperator, _ options: StringOptions
  ) -> SQLText? {
    guard let code = code(`operator`, options) else { return nil }
    var sql: SQLText = "OBJWIRE_MATCH("
    sql.append(text)
    sql.append(", ")
    sql.append(pattern)
    sql.append(", ")
    sql.bind(.integer(code))
    sql.append(")")
    return sql
  }

  /// A pattern made ready once a statement.
  private final class PreparedMatcher {
    /// Nil for a pattern that is missing or cannot be read: no text fits.
    let matcher: TextMatcher?

    init(_ call: borrowing FunctionCall, _ expressions: RegularExpressionCache) {
      guard call.storageClass(at: 1) != .null else {
        matcher = nil
        return
      }
      let code = call.integer(at: 2)
      let options = StringOptions(rawValue: UInt8(truncatingIfNeeded: code % optionsRadix))
      matcher = call.withText(at: 1) { pattern in
        let position = Int(clamping: code / optionsRadix)
        guard TextFunctions.operators.indices.contains(position) else { return nil }
        let comparison = TextFunctions.operators[position]
        // A pattern that is no constant comes here once a row.
        guard comparison == .matches else { return TextMatcher(comparison, pattern, options: options) }
        return expressions.expression(pattern, options: options).map { .matches($0) }
      }
    }
  }
}
