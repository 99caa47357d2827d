import FoundationEssentials
import ObjectGraph
import PredicateLanguage
import SQLite

/// Turns a bound predicate into a condition that is true for exactly the rows the evaluator says yes to.
///
/// SQL has three truth values, the language has two. Where only "true" counts (the positive position), an
/// unknown does no harm; below a NOT every condition is made exact:
/// ```
/// a < 3                a < ?
/// NOT a < 3            NOT coalesce(a < ?, 0)
/// a != 3               a IS NOT ?              (a missing value is not 3)
/// name CONTAINS[c] x   OBJWIRE_MATCH(name, ?, 17)
/// ```
struct PredicateCompiler {
  /// Most values of a list that are bound one by one; longer lists are bound as a whole.
  static let singlesLimit = 1_000

  /// Most comparisons that are written as SQL: the time SQLite takes to plan grows with their square.
  static let leafLimit = 500

  let mapping: TableMapping
  let schema: StoreSchema
  let store: UUID

  /// Turns key paths into SQL.
  var paths: KeyPathCompiler { KeyPathCompiler(mapping: mapping, schema: schema) }

  /// The condition of a whole predicate; what is too deep or too much for SQL is left to a `RowTest`.
  func whole(_ node: PredicateNode<BoundKeyPath>) throws(StoreError) -> SQLText {
    let folded = ListFolding.fold(node)
    // Taken apart once, so that one part that SQL cannot have does not keep the others from an index.
    let parts = if case .and(let parts) = folded { parts } else { [folded] }
    var conditions: [SQLText] = []
    var rest: [PredicateNode<BoundKeyPath>] = []
    var room = Self.leafLimit
    for part in parts {
      let leaves = part.leafCount
      if leaves <= room, PredicateNesting.depth(of: part) <= PredicateNesting.limit {
        conditions.append(try condition(part))
        room -= leaves
      } else {
        rest.append(part)
      }
    }
    if !rest.isEmpty { conditions.append(try test(.conjunction(rest))) }
    return SQLText.balanced(conditions[...], " AND ")
  }

  private func test(_ node: PredicateNode<BoundKeyPath>) throws(StoreError) -> SQLText {
    let test = try RowTest(node, self)
    var sql: SQLText = "OBJWIRE_HOLDS("
    sql.bind(.object(test))
    for argument in test.arguments {
      sql.append(", ")
      sql.append(argument)
    }
    sql.append(")")
    return sql
  }

  /// The condition.
  ///
  /// - Parameter isExact: true where the result must be 1 or 0, never NULL.
  func condition(
    _ node: PredicateNode<BoundKeyPath>, isExact: Bool = false
  ) throws(StoreError) -> SQLText {
    switch node {
    case .constant(let truth): return truth ? "1" : "0"
    case .and(let parts):
      return parts.isEmpty ? "1" : SQLText.balanced(try conditions(parts, isExact)[...], " AND ")
    case .or(let parts):
      return parts.isEmpty ? "0" : SQLText.balanced(try conditions(parts, isExact)[...], " OR ")
    case .not(let part): return try condition(part, isExact: true).parenthesized.negated
    case .comparison(let comparison):
      return try ComparisonCompiler(self, comparison).condition(isExact: isExact)
    }
  }

  private func conditions(
    _ parts: [PredicateNode<BoundKeyPath>], _ isExact: Bool
  ) throws(StoreError) -> [SQLText] {
    try parts.map { part throws(StoreError) in try condition(part, isExact: isExact) }
  }
}

// MARK: - Terms

extension PredicateCompiler {
  /// A term that has one value.
  func term(_ term: ValueTerm<BoundKeyPath>) throws(StoreError) -> SQLText {
    switch term {
    case .constant(let value, _): return constant(value)
    case .key(let path): return try paths.value(path)
    case .evaluatedObject: return "Z_PK"
    case .function(let function, let arguments): return try self.function(function, arguments)
    case .variable, .placeholder, .aggregate, .path, .subquery, .conditional:
      throw .predicate(PredicateTextError(.unsupported, "A list cannot stand here.", at: nil))
    }
  }

  /// A bound value.
  func constant(_ value: PredicateValue) -> SQLText {
    var sql: SQLText = ""
    sql.bind(SQLiteValue(value))
    return sql
  }

  private func function(
    _ function: Function, _ arguments: [ValueTerm<BoundKeyPath>]
  ) throws(StoreError) -> SQLText {
    let operands = try arguments.map { argument throws(StoreError) in try operand(argument) }
    var sql: SQLText = "("
    guard operands.count == 2 else {
      sql.append("0 - ")
      if let operand = operands.first { sql.append(operand) }
      sql.append(")")
      return sql
    }
    sql.append(operands[0])
    switch function {
    case .add: sql.append(" + ")
    case .subtract, .negate: sql.append(" - ")
    case .multiply: sql.append(" * ")
    case .divide: sql.append(" / ")
    default:
      throw .predicate(PredicateTextError(.unsupported, "\(function.spelling) is not supported.", at: nil))
    }
    sql.append(operands[1])
    sql.append(")")
    return sql
  }

  /// A term inside arithmetic.
  ///
  /// Dates and decimals are fractions to the language, but SQLite keeps whole ones as integers and would
  /// divide them without remainder.
  private func operand(_ term: ValueTerm<BoundKeyPath>) throws(StoreError) -> SQLText {
    let plain = try self.term(term)
    guard case .key(let path) = term, case .attribute(let attribute, _) = path.target,
      attribute.type == .date || attribute.type == .decimal
    else { return plain }
    var sql: SQLText = "CAST("
    sql.append(plain)
    sql.append(" AS REAL)")
    return sql
  }
}
