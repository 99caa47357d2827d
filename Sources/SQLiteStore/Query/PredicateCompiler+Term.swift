import ObjectGraph
import PredicateLanguage
import SQLite

/// Terms that have one value. What SQL computes differently from the language is left to `RowTest`.
extension PredicateCompiler {
  /// A term that has one value; nil for a collection, and for what is beyond SQL.
  func term(_ term: ValueTerm<BoundKeyPath>) throws(StoreError) -> TermSQL? {
    switch term {
    case .constant(let value, _): return constant(value)
    case .key(let path): return path.isToMany ? nil : try paths.term(path)
    case .evaluatedObject: return .object(root.object)
    case .variable(let name, _): return scope[name]
    case .path(let base, .key(let path)):
      guard !path.isToMany, let object = try nested(path.steps.count + 1).object(base) else { return nil }
      return try KeyPathCompiler(schema: schema, start: object, alias: alias).term(path)
    case .function(let function, let arguments): return try self.function(function, arguments)
    case .conditional(let node, let first, let second): return try conditional(node, first, second)
    case .path, .placeholder, .aggregate, .subquery: return nil
    }
  }

  /// A term that gives an object; nil for other values, and for what is beyond SQL.
  func object(_ term: ValueTerm<BoundKeyPath>) throws(StoreError) -> ObjectSQL? {
    try self.term(term)?.object
  }

  /// The value of a constant as it is bound.
  func constant(_ value: PredicateValue) -> SQLText {
    var sql: SQLText = ""
    sql.bind(SQLiteValue(value))
    return sql
  }

  private func constant(_ value: PredicateValue) -> TermSQL? {
    switch value {
    case .list, .objectID: nil
    case .integer: .value(constant(value), .integer64)
    case .boolean: .value(constant(value), .boolean)
    case .null, .double, .decimal, .string, .date, .uuid, .url, .data: .value(constant(value), nil)
    }
  }

  // MARK: - Functions

  private func function(
    _ function: Function, _ arguments: [ValueTerm<BoundKeyPath>]
  ) throws(StoreError) -> TermSQL? {
    switch function {
    case .add: return try arithmetic(arguments, " + ")
    case .subtract: return try arithmetic(arguments, " - ")
    case .negate: return try arithmetic([.constant(.integer(0))] + arguments, " - ")
    case .multiply: return try arithmetic(arguments, " * ")
    case .divide: return try arithmetic(arguments, " / ")
    case .modulus: return try wholeNumbers(arguments, " % ")
    case .bitwiseAnd: return try wholeNumbers(arguments, " & ")
    case .bitwiseOr: return try wholeNumbers(arguments, " | ")
    case .leftShift: return try wholeNumbers(arguments, " << ")
    case .rightShift: return try wholeNumbers(arguments, " >> ")
    // SQLite takes no index for a column with a sign before it.
    case .noIndex:
      return try arguments.first.flatMap { term throws(StoreError) in try self.term(term) }?
        .map { $0.wrapped("+", "") }
    case .count, .size, .minimum, .maximum, .first, .last, .element:
      guard let argument = arguments.first, let collection = try collection(argument) else { return nil }
      return self.function(function, collection, arguments)
    default: return nil
    }
  }

  private func arithmetic(
    _ arguments: [ValueTerm<BoundKeyPath>], _ sign: SQLText
  ) throws(StoreError) -> TermSQL? {
    guard arguments.count == 2, let left = try term(arguments[0])?.number,
      let right = try term(arguments[1])?.number
    else { return nil }
    return .value(SQLText.joined(left, sign, right).parenthesized, nil)
  }

  /// SQLite would cut fractions off, where the language gives null.
  private func wholeNumbers(
    _ arguments: [ValueTerm<BoundKeyPath>], _ sign: SQLText
  ) throws(StoreError) -> TermSQL? {
    guard arguments.count == 2, let left = try term(arguments[0])?.wholeNumber,
      let right = try term(arguments[1])?.wholeNumber
    else { return nil }
    return .value(SQLText.joined(left, sign, right).parenthesized, .integer64)
  }

  private func function(
    _ function: Function, _ collection: CollectionSQL, _ arguments: [ValueTerm<BoundKeyPath>]
  ) -> TermSQL? {
    switch (function, collection.element) {
    case (.count, _), (.size, _): return .value(collection.value("count(*)"), .integer64)
    case (.minimum, .value(let sql, .some(let type))):
      return .value(collection.value(sql.wrapped("min(", ")")), type)
    case (.maximum, .value(let sql, .some(let type))):
      return .value(collection.value(sql.wrapped("max(", ")")), type)
    case (.first, _): return collection.element(at: 0)
    case (.last, _): return collection.element(at: 0, fromEnd: true)
    case (.element, _):
      guard arguments.count == 2, case .constant(.integer(let position), _) = arguments[1] else { return nil }
      return collection.element(at: position)
    default: return nil
    }
  }

  // MARK: - Alternatives

  private func conditional(
    _ node: PredicateNode<BoundKeyPath>, _ first: ValueTerm<BoundKeyPath>, _ second: ValueTerm<BoundKeyPath>
  ) throws(StoreError) -> TermSQL? {
    guard level < Self.levelLimit else { return nil }
    var inner = self
    inner.level += 1
    guard let alternatives = try inner.alternatives(first, second) else { return nil }
    let condition = try inner.condition(ListFolding.fold(node))
    func choice(_ first: SQLText, _ second: SQLText) -> SQLText {
      var sql: SQLText = "CASE WHEN "
      for part in [condition, " THEN ", first, " ELSE ", second, " END"] { sql.append(part) }
      return sql
    }
    switch alternatives {
    case .values(let first, let second, let type): return .value(choice(first, second), type)
    case .objects(let first, let second):
      return .object(
        ObjectSQL(
          key: choice(first.key, second.key),
          entity: first.family.isPolymorphic ? choice(first.entity ?? "NULL", second.entity ?? "NULL") : nil,
          family: first.family, root: first.root))
    }
  }

  private enum Alternatives {
    case values(SQLText, SQLText, AttributeType?)
    case objects(ObjectSQL, ObjectSQL)
  }

  /// Two values that can be one expression: of one type, numbers, or objects of one family.
  private func alternatives(
    _ first: ValueTerm<BoundKeyPath>, _ second: ValueTerm<BoundKeyPath>
  ) throws(StoreError) -> Alternatives? {
    guard let left = try term(first), let right = try term(second) else { return nil }
    switch (left, right) {
    case (.value(let first, let type), .value(let second, let other)):
      if type == other { return .values(first, second, type) }
      guard let first = left.number, let second = right.number else { return nil }
      return .values(first, second, nil)
    case (.object(let left), .object(let right)):
      return left.family == right.family ? .objects(left, right) : nil
    case (.object(let object), .value): return .objects(object, object.map { _ in "NULL" })
    case (.value, .object(let object)): return .objects(object.map { _ in "NULL" }, object)
    }
  }
}
