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
    let comparesText = comparison.left.isText || comparison.right.isText
    folding = comparesText ? comparison.options.folding : []
  }

  func condition(isExact: Bool) throws(StoreError) -> SQLText {
    guard comparison.modifier == .direct else {
      throw .predicate(
        PredicateTextError(.unsupported, "ANY and ALL are not supported.", at: comparison.range))
    }
    if let objects = ObjectComparison(compiler, comparison) { return try objects.condition(isExact: isExact) }
    let (left, right) = (comparison.left, comparison.right)
    switch comparison.operator {
    case .equal: return try equality(left, right)
    case .notEqual:
      guard folding.isEmpty else { return try equality(left, right).negated }
      return try .joined(compiler.term(left), " IS NOT ", compiler.term(right))
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

  // MARK: - Equality and order

  /// `IS` is equality with two truth values, and uses an index like `=`.
  private func equality(
    _ left: ValueTerm<BoundKeyPath>, _ right: ValueTerm<BoundKeyPath>
  ) throws(StoreError) -> SQLText {
    guard folding.isEmpty else { return try match(left, right, .equal) }
    return try .joined(compiler.term(left), " IS ", compiler.term(right))
  }

  private func order(_ sign: SQLText, _ isExact: Bool) throws(StoreError) -> SQLText {
    try SQLText.joined(folded(comparison.left), sign, folded(comparison.right)).exact(isExact)
  }

  private func between(_ isExact: Bool) throws(StoreError) -> SQLText {
    let bounds = comparison.right.elements
    guard bounds.count == 2 else {
      throw .predicate(PredicateTextError(.type, "BETWEEN needs a list of two values.", at: comparison.range))
    }
    let value = try compiler.term(comparison.left)
    var sql = SQLText.joined(value, " >= ", try compiler.term(bounds[0]))
    sql.append(" AND ")
    sql.append(.joined(value, " <= ", try compiler.term(bounds[1])))
    return sql.parenthesized.exact(isExact)
  }

  // MARK: - Lists

  private func membership(
    of element: ValueTerm<BoundKeyPath>, in collection: ValueTerm<BoundKeyPath>, _ isExact: Bool
  ) throws(StoreError) -> SQLText {
    switch collection {
    case .constant(.list(let values), _): return try membership(of: element, in: values, isExact)
    case .aggregate(let elements):
      let alternatives = try elements.map { other throws(StoreError) in try equality(element, other) }
      return alternatives.isEmpty ? "0" : SQLText.balanced(alternatives[...], " OR ")
    default: return try match(collection, element, .contains)
    }
  }

  private func membership(
    of element: ValueTerm<BoundKeyPath>, in values: [PredicateValue], _ isExact: Bool
  ) throws(StoreError) -> SQLText {
    let present = values.filter { $0 != .null }
    var alternatives: [SQLText] = []
    if !present.isEmpty {
      var sql = try folded(element)
      sql.append(" IN ")
      sql.append(list(present))
      alternatives.append(sql.parenthesized.exact(isExact))
    }
    if present.count < values.count {
      alternatives.append(.joined(try compiler.term(element), " IS ", "NULL"))
    }
    return alternatives.isEmpty ? "0" : SQLText.balanced(alternatives[...], " OR ")
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
  ) throws(StoreError) -> SQLText {
    TextFunctions.matching(
      try compiler.term(text), try compiler.term(pattern), `operator`, comparison.options.folding) ?? "0"
  }

  /// A plain constant prefix as a range of bytes, for which an index serves; nil for anything else.
  private func prefix(_ isExact: Bool) throws(StoreError) -> SQLText? {
    guard folding.isEmpty, case .key = comparison.left,
      case .constant(.string(let prefix), _) = comparison.right, let last = prefix.utf8.last
    else { return nil }
    // The first text behind all that begin with the prefix; UTF-8 has no byte 255, so this one never
    // overflows.
    let end = Array(prefix.utf8.dropLast()) + [last + 1]
    let column = try compiler.term(comparison.left)
    var sql = SQLText.joined(column, " >= ", compiler.constant(.string(prefix)))
    sql.append(" AND ")
    sql.append(column)
    sql.append(" < CAST(")
    sql.bind(.blob(end))
    sql.append(" AS TEXT)")
    return sql.parenthesized.exact(isExact)
  }

  /// A term folded under the comparison's options.
  private func folded(_ term: ValueTerm<BoundKeyPath>) throws(StoreError) -> SQLText {
    guard !folding.isEmpty else { return try compiler.term(term) }
    if case .constant(let value, _) = term { return compiler.constant(folded(value)) }
    return TextFunctions.folded(try compiler.term(term), folding)
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
  fileprivate var isText: Bool {
    switch self {
    case .constant(.string, _), .constant(.url, _): true
    case .constant(.list(let values), _):
      values.contains { if case .string = $0 { true } else if case .url = $0 { true } else { false } }
    case .key(let path): path.isText
    case .aggregate(let elements): elements.contains(where: \.isText)
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
