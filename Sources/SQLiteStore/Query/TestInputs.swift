import ObjectGraph
import PredicateLanguage

/// What a `RowTest` gets from SQL: the largest terms that SQL can give as they are.
///
/// ```
/// sqrt(price) > 3                              price
/// uppercase(items[FIRST].name) == 'A'          items[FIRST].name
/// stddev(items.price) > 3                      items.price, a list
/// SUBQUERY(a UNION b, $x, $x.name == name)     a and b, two lists, and name; $x.name is read from each object
/// ```
/// Nothing that is computed is among them, since only what comes from columns has a type to be read by.
struct TestInputs {
  /// What the keys of the test are.
  enum Key: Hashable, Sendable {
    /// A value by its number.
    case input(Int)
    /// A key path from what another term gives.
    case relative(BoundKeyPath)
  }

  private(set) var inputs: [TestInput] = []
  private(set) var arguments: [SQLText] = []
  private var numbers: [ValueTerm<BoundKeyPath>: Int] = [:]
  private let compiler: PredicateCompiler
  /// Takes nothing from SQL but the fetched object and what the subqueries around stand at.
  private let objectsOnly: Bool

  init(_ compiler: PredicateCompiler, objectsOnly: Bool = false) {
    self.compiler = compiler
    self.objectsOnly = objectsOnly
  }

  /// Whether keys can be read from the fetched object; rows that were made of groups are none.
  var canFollow: Bool {
    let entity = compiler.root.mapping.entity
    return compiler.schema.model.entity(named: entity.name) != nil
  }

  /// The predicate over numbered values.
  mutating func replace(in node: PredicateNode<BoundKeyPath>) throws(StoreError) -> PredicateNode<Key> {
    try replace(in: node, [])
  }

  /// - Parameter variables: what the subqueries around stand at that are part of the test.
  private mutating func replace(
    in node: PredicateNode<BoundKeyPath>, _ variables: Set<String>
  ) throws(StoreError) -> PredicateNode<Key> {
    try node.mapComparisons { comparison throws(StoreError) in
      let left = try replace(comparison.left, variables)
      return .comparison(comparison.rebuilt(left, try replace(comparison.right, variables)))
    }
  }

  private mutating func replace(
    _ terms: [ValueTerm<BoundKeyPath>], _ variables: Set<String>
  ) throws(StoreError) -> [ValueTerm<Key>] {
    var result: [ValueTerm<Key>] = []
    for term in terms { result.append(try replace(term, variables)) }
    return result
  }

  private mutating func replace(
    _ term: ValueTerm<BoundKeyPath>, _ variables: Set<String>
  ) throws(StoreError) -> ValueTerm<Key> {
    if !term.mentions(variables), let number = try number(of: term) { return .key(.input(number)) }
    switch term {
    case .constant(let value, let range): return .constant(value, range)
    case .variable(let name, let range): return .variable(name, range)
    case .placeholder(let placeholder): return .placeholder(placeholder)
    case .evaluatedObject: return .evaluatedObject
    case .key(let path): return .path(try replace(.evaluatedObject, variables), .key(.relative(path)))
    case .path(let base, .key(let path)):
      return .path(try replace(base, variables), .key(.relative(path)))
    case .path(let base, let path):
      let base = try replace(base, variables)
      return .path(base, try replace(path, variables))
    case .aggregate(let elements): return .aggregate(try replace(elements, variables))
    case .function(let function, let arguments):
      return .function(function, try replace(arguments, variables))
    case .subquery(let collection, let variable, let node):
      let collection = try replace(collection, variables)
      return .subquery(
        collection, variable: variable, try replace(in: node, variables.union([variable])))
    case .conditional(let node, let first, let second):
      let node = try replace(in: node, variables)
      let first = try replace(first, variables)
      return .conditional(node, first, try replace(second, variables))
    }
  }

  // MARK: - Values

  /// The number of a term that SQL gives as it is; nil for others.
  private mutating func number(of term: ValueTerm<BoundKeyPath>) throws(StoreError) -> Int? {
    if let number = numbers[term] { return number }
    guard objectsOnly ? term.isObject : term.isAsStored, term.leafCount <= PredicateCompiler.leafLimit else {
      return nil
    }
    if case .key(let path) = term, path.steps.isEmpty, path.target == .object {
      return try number(of: .evaluatedObject)
    }
    guard let input = try input(term), input.arguments.allSatisfy(\.isShallow) else { return nil }
    numbers[term] = inputs.count
    inputs.append(TestInput(element: input.element, isList: input.isList, column: arguments.count))
    arguments += input.arguments
    return inputs.count - 1
  }

  private struct Input {
    let element: TestInput.Element
    let isList: Bool
    let arguments: [SQLText]
  }

  private func input(_ term: ValueTerm<BoundKeyPath>) throws(StoreError) -> Input? {
    if let value = try compiler.term(term) {
      return value.element.map { Input(element: $0, isList: false, arguments: value.columns) }
    }
    guard let collection = try compiler.collection(term), let element = collection.element.element else {
      return nil
    }
    let list = ElementList.sql(collection.element.columns, in: collection.tables.order)
    return Input(element: element, isList: true, arguments: [collection.value(list)])
  }
}

extension TermSQL {
  /// How it is read; nil for what was computed.
  fileprivate var element: TestInput.Element? {
    switch self {
    case .value(_, let type): type.map { .value($0) }
    case .object(let object): .object(object.family)
    }
  }

  /// What it is made of.
  fileprivate var columns: [SQLText] {
    switch self {
    case .value(let sql, _): [sql]
    case .object(let object): [object.key] + (object.family.isPolymorphic ? [object.entity ?? "NULL"] : [])
    }
  }
}

extension SQLText {
  fileprivate var isShallow: Bool { nesting <= Self.argumentNestingLimit }
}

extension ValueTerm<BoundKeyPath> {
  /// Whether it is what a subquery stands at, or the fetched object.
  fileprivate var isObject: Bool {
    switch self {
    case .variable, .evaluatedObject: true
    default: false
    }
  }

  /// Whether its value comes from columns, or is a count of rows.
  fileprivate var isAsStored: Bool {
    switch self {
    case .key, .evaluatedObject, .variable, .path, .subquery: true
    case .function(let function, _):
      [.count, .size, .minimum, .maximum, .first, .last, .element].contains(function)
    case .constant, .placeholder, .aggregate, .conditional: false
    }
  }

  /// Whether one of these variables is in it.
  fileprivate func mentions(_ variables: Set<String>) -> Bool {
    guard !variables.isEmpty else { return false }
    var mentions = false
    forEachTerm { term in
      if case .variable(let name, _) = term, variables.contains(name) { mentions = true }
    }
    return mentions
  }
}
