import Spelling

extension PredicateNode where Key == PropertyPath {
  /// Fills in every placeholder and variable.
  ///
  /// Arguments are values, never text that is read again, so nothing in them can change the predicate. `%K`
  /// takes text and splits it at its dots, as `PropertyPath(dotted:)` does.
  /// - Throws: `.arguments` for too few, too many or unused arguments, a variable without a value, or a value
  ///   that does not fit its conversion, with the range of the placeholder; `.type` if BETWEEN gets no pair;
  ///   `.limit` for a pattern of LIKE beyond `LikePattern.questionMarkLimit`; `.syntax`, `.unsupported` or `.limit` for
  ///   one of MATCHES.
  public func substituting(_ arguments: PredicateArguments) throws(PredicateTextError) -> ParsedPredicate {
    var substitution = Substitution(arguments)
    let result = try substitution.fill(self)
    try substitution.checkAllUsed()
    return result
  }
}

/// One run of `substituting`: the arguments and which of them were used.
private struct Substitution {
  let arguments: PredicateArguments
  private var usedPositions: Set<Int> = []
  private var usedNames: Set<String> = []
  /// Names that subqueries around have given to their elements; arguments of these names are not meant.
  private var scopes: [String] = []

  init(_ arguments: PredicateArguments) {
    self.arguments = arguments
  }

  mutating func fill(_ node: ParsedPredicate) throws(PredicateTextError) -> ParsedPredicate {
    try node.mapComparisons { comparison throws(PredicateTextError) -> ParsedPredicate in
      .comparison(try fill(comparison))
    }
  }

  private mutating func fill(
    _ comparison: Comparison<PropertyPath>
  ) throws(PredicateTextError) -> Comparison<PropertyPath> {
    let left = try fill(comparison.left)
    let right = try fill(comparison.right)
    if comparison.operator == .between, case .constant(let value, let range) = right {
      guard case .list(let bounds) = value, bounds.count == 2 else {
        throw PredicateTextError(.type, "BETWEEN needs a list of two values.", at: range)
      }
    }
    let filled = comparison.rebuilt(left, right)
    try filled.checkPattern()
    return filled
  }

  private mutating func fill(
    _ term: ValueTerm<PropertyPath>
  ) throws(PredicateTextError) -> ValueTerm<PropertyPath> {
    switch term {
    case .placeholder(let placeholder): return try fill(placeholder)
    case .variable(let name, let range) where !scopes.contains(name):
      return .constant(try value(of: name, range), range)
    case .constant, .key, .evaluatedObject, .variable: return term
    case .subquery(let collection, let variable, let node):
      let collection = try fill(collection)
      scopes.append(variable)
      defer { scopes.removeLast() }
      return .subquery(collection, variable: variable, try fill(node))
    case .path, .aggregate, .function, .conditional:
      return try term.mapParts { part throws(PredicateTextError) in
        try fill(part)
      } predicate: { node throws(PredicateTextError) in
        try fill(node)
      }
    }
  }

  private mutating func fill(_ placeholder: Placeholder) throws(PredicateTextError) -> ValueTerm<PropertyPath>
  {
    switch placeholder.form {
    case .value(let conversion, let index):
      let value = try argument(index, placeholder.range)
      return .constant(try convert(value, conversion, placeholder.range), placeholder.range)
    case .keyPath(let steps):
      var names: [String] = []
      for step in steps {
        switch step {
        case .name(let name): names.append(name)
        case .argument(let index): names += try keys(index, placeholder.range)
        }
      }
      return .key(PropertyPath(names, range: placeholder.range))
    }
  }

  private mutating func argument(_ index: Int, _ range: SourceRange) throws(PredicateTextError)
    -> PredicateValue
  {
    guard index < arguments.positional.count else {
      throw PredicateTextError(
        .arguments, "Argument \(index + 1) is missing; there are \(arguments.positional.count).", at: range)
    }
    usedPositions.insert(index)
    return arguments.positional[index]
  }

  private mutating func value(of name: String, _ range: SourceRange) throws(PredicateTextError)
    -> PredicateValue
  {
    // The dictionary takes K and the Kelvin sign for one key.
    guard let index = arguments.named.index(forKey: name), sameBytes(arguments.named[index].key, name) else {
      let nearest = NearestName.of(name, in: arguments.named.keys)
      throw PredicateTextError(
        .arguments, "The variable $\(name) has no value.", at: range,
        hint: nearest.map { "There is a value for $\($0)." })
    }
    usedNames.insert(name)
    return arguments.named[index].value
  }

  private func convert(
    _ value: PredicateValue, _ conversion: Placeholder.Conversion, _ range: SourceRange
  ) throws(PredicateTextError) -> PredicateValue {
    switch (conversion, value) {
    case (.object, _), (.integer, .integer), (.double, .double), (.string, .string): return value
    case (.integer, .boolean(let truth)): return .integer(truth ? 1 : 0)
    case (.integer, .double(let number)):
      if let whole = Int64(exactly: number) { return .integer(whole) }
    case (.double, .integer(let number)): return .double(Double(number))
    case (.double, .decimal(let number)): return .double(DecimalText.nearestDouble(number))
    default: break
    }
    let wanted =
      switch conversion {
      case .integer: "a whole number"
      case .double: "a number"
      case .string, .object: "a string"
      }
    throw PredicateTextError(
      .arguments, "The argument is \(value.kind.rawValue), but the placeholder takes \(wanted).", at: range)
  }

  private mutating func keys(_ index: Int, _ range: SourceRange) throws(PredicateTextError) -> [String] {
    guard case .string(let text) = try argument(index, range) else {
      throw PredicateTextError(
        .arguments, "The argument for %K is not a string.", at: range, hint: "A value is written %@.")
    }
    let names = PropertyPath(dotted: text).components
    guard names.allSatisfy({ !$0.isEmpty }) else {
      throw PredicateTextError(.arguments, "The argument for %K has an empty step.", at: range)
    }
    return names
  }

  /// Throws if an argument was not asked for.
  func checkAllUsed() throws(PredicateTextError) {
    if let index = arguments.positional.indices.first(where: { !usedPositions.contains($0) }) {
      throw PredicateTextError(.arguments, "Argument \(index + 1) is not used.", at: nil)
    }
    if let name = arguments.named.keys.sorted().first(where: { !usedNames.contains($0) }) {
      throw PredicateTextError(.arguments, "The value for $\(name) is not used.", at: nil)
    }
  }
}
