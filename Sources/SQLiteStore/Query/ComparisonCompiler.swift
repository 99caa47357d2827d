import ObjectGraph
import PredicateLanguage
import SQLite

/// Turns one comparison into SQL; see `PredicateCompiler`.
struct ComparisonCompiler {
  private let compiler: PredicateCompiler
  private let comparison: Comparison<BoundKeyPath>
  /// Folding that takes effect: text only, and nothing under `[n]`.
  private let folding: StringOptions

  init(_ compiler: PredicateCompiler, _ comparison: Comparison<BoundKeyPath>) {
    self.compiler = compiler
    self.comparison = comparison
    let comparesText = [comparison.left, comparison.right].contains { $0.isText(in: compiler.types) }
    folding = comparesText ? comparison.options.folding : []
  }

  /// The condition, modifiers aside; nil where SQL cannot compare the two sides exactly.
  func condition(isExact: Bool) throws(StoreError) -> SQLText? {
    if let objects = ObjectComparison(compiler, comparison) { return try objects.condition(isExact: isExact) }
    let (left, right) = (comparison.left, comparison.right)
    switch comparison.operator {
    case .equal: return try equality(left, right)
    case .notEqual:
      guard folding.isEmpty else { return try equality(left, right)?.negated }
      return try joined(left, " IS NOT ", right)
    case .less: return try order(" < ", isExact)
    case .lessOrEqual: return try order(" <= ", isExact)
    case .greater: return try order(" > ", isExact)
    case .greaterOrEqual: return try order(" >= ", isExact)
    case .between: return try between(isExact)
    case .in: return try membership(of: left, in: right, isExact)
    case .contains: return try membership(of: right, in: left, isExact)
    case .beginsWith:
      if let range = try prefix(isExact) { return range }
      return try match(left, right, .beginsWith)
    case .endsWith: return try match(left, right, .endsWith)
    case .like: return try match(left, right, .like)
    case .matches: return try match(left, right, .matches)
    }
  }

  /// A term with one value.
  private func value(_ term: ValueTerm<BoundKeyPath>) throws(StoreError) -> SQLText? {
    try compiler.term(term)?.sql
  }

  private func joined(
    _ left: ValueTerm<BoundKeyPath>, _ sign: SQLText, _ right: ValueTerm<BoundKeyPath>
  ) throws(StoreError) -> SQLText? {
    guard let left = try value(left), let right = try value(right) else { return nil }
    return .joined(left, sign, right)
  }

  // MARK: - Equality and order

  /// `IS` is equality with two truth values, and uses an index like `=`.
  private func equality(
    _ left: ValueTerm<BoundKeyPath>, _ right: ValueTerm<BoundKeyPath>
  ) throws(StoreError) -> SQLText? {
    folding.isEmpty ? try joined(left, " IS ", right) : try match(left, right, .equal)
  }

  private func order(_ sign: SQLText, _ isExact: Bool) throws(StoreError) -> SQLText? {
    guard let left = try folded(comparison.left), let right = try folded(comparison.right) else { return nil }
    return SQLText.joined(left, sign, right).exact(isExact)
  }

  private func between(_ isExact: Bool) throws(StoreError) -> SQLText? {
    let bounds = comparison.right.elements
    guard bounds.count == 2, let from = try joined(comparison.left, " >= ", bounds[0]),
      let to = try joined(comparison.left, " <= ", bounds[1])
    else { return nil }
    return SQLText.joined(from, " AND ", to).parenthesized.exact(isExact)
  }

  // MARK: - Lists

  private func membership(
    of element: ValueTerm<BoundKeyPath>, in collection: ValueTerm<BoundKeyPath>, _ isExact: Bool
  ) throws(StoreError) -> SQLText? {
    switch collection {
    case .constant(.list(let values), _): return try membership(of: element, in: values, isExact)
    case .aggregate(let elements):
      let alternatives = try elements.map { other throws(StoreError) in try equality(element, other) }
      return SQLText.balanced(alternatives, " OR ", empty: "0")
    default: return try match(collection, element, .contains)
    }
  }

  private func membership(
    of element: ValueTerm<BoundKeyPath>, in values: [PredicateValue], _ isExact: Bool
  ) throws(StoreError) -> SQLText? {
    let present = values.filter { $0 != .null }
    guard let plain = try value(element), var isPresent = try folded(element) else { return nil }
    var alternatives: [SQLText] = []
    if !present.isEmpty {
      isPresent.append(" IN ")
      isPresent.append(list(present))
      alternatives.append(isPresent.parenthesized.exact(isExact))
    }
    if present.count < values.count { alternatives.append(.joined(plain, " IS ", "NULL")) }
    return SQLText.balanced(alternatives[...], " OR ", empty: "0")
  }

  private func list(_ values: [PredicateValue]) -> SQLText {
    let stored = values.map { SQLiteValue(folded($0)) }
    guard stored.count <= PredicateCompiler.singlesLimit else { return longList(stored) }
    var sql: SQLText = "("
    for (position, value) in stored.enumerated() {
      if position > 0 { sql.append(", ") }
      sql.bind(value)
    }
    sql.append(")")
    return sql
  }

  private func longList(_ stored: [SQLiteValue]) -> SQLText {
    guard let array = JSONList.text(stored) else { return ListElements(stored).sql }
    var sql: SQLText = "(SELECT value FROM json_each("
    sql.bind(.text(array))
    sql.append("))")
    return sql
  }

  // MARK: - Text

  private func match(
    _ text: ValueTerm<BoundKeyPath>, _ pattern: ValueTerm<BoundKeyPath>, _ operator: ComparisonOperator
  ) throws(StoreError) -> SQLText? {
    guard let text = try value(text), let pattern = try value(pattern) else { return nil }
    return TextFunctions.matching(text, pattern, `operator`, comparison.options.folding)
  }

  /// A plain constant prefix as a range of bytes, for which an index serves; nil for anything else.
  private func prefix(_ isExact: Bool) throws(StoreError) -> SQLText? {
    guard folding.isEmpty, comparison.left.isStored,
      case .constant(.string(let prefix), _) = comparison.right,
      let last = prefix.utf8.last, let column = try value(comparison.left)
    else { return nil }
    // The first text behind all that begin with the prefix; UTF-8 has no byte 255, so this one never
    // overflows.
    let end = Array(prefix.utf8.dropLast()) + [last + 1]
    var sql = SQLText.joined(column, " >= ", compiler.constant(.string(prefix)))
    sql.append(" AND ")
    sql.append(column)
    sql.append(" < CAST(")
    sql.bind(.blob(end))
    sql.append(" AS TEXT)")
    return sql.parenthesized.exact(isExact)
  }

  /// A term folded under the comparison's options.
  private func folded(_ term: ValueTerm<BoundKeyPath>) throws(StoreError) -> SQLText? {
    guard !folding.isEmpty else { return try value(term) }
    if case .constant(let value, _) = term { return compiler.constant(folded(value)) }
    return try value(term).map { TextFunctions.folded($0, folding) }
  }

  private func folded(_ value: PredicateValue) -> PredicateValue {
    guard !folding.isEmpty else { return value }
    return switch value {
    case .string(let text): .string(StringComparison.folded(text, options: folding))
    case .url(let text): .url(StringComparison.folded(text, options: folding))
    default: value
    }
  }
}

extension ValueTerm<BoundKeyPath> {
  /// Whether the term's values are text that options can fold.
  fileprivate func isText(in scope: BoundScope) -> Bool {
    let type = boundType(in: scope).type
    return type == .text || type == .url
  }

  /// Whether the values come from a column.
  fileprivate var isStored: Bool {
    switch self {
    case .key, .variable, .path: true
    default: false
    }
  }

  /// The elements of a list; none for anything else.
  fileprivate var elements: [ValueTerm<BoundKeyPath>] {
    switch self {
    case .constant(.list(let values), let range): values.map { .constant($0, range) }
    case .aggregate(let elements): elements
    default: []
    }
  }
}
