import PredicateLanguage

extension Binder {
  /// Binds both sides of a comparison and makes their kinds agree.
  func bind(_ comparison: Comparison<PropertyPath>) throws(PredicateTextError) -> Comparison<BoundKeyPath> {
    var left = try bind(comparison.left)
    var right = try bind(comparison.right)
    let leftType = left.type
    let rightType = right.type
    if left.isConstant, !right.isConstant {
      left = try coerce(left, to: rightType, comparison)
    } else if right.isConstant, !left.isConstant {
      right = try coerce(right, to: leftType, comparison)
    } else if ![leftType, rightType].contains(.any), leftType != rightType {
      throw mismatch(
        "\(leftType.capitalizedName) cannot be compared with \(rightType.name).", comparison.range)
    }
    try check(comparison, left, right)
    return comparison.rebuilt(left, right)
  }

  private func bind(_ term: ValueTerm<PropertyPath>) throws(PredicateTextError) -> ValueTerm<BoundKeyPath> {
    switch term {
    case .constant(let value, let range): return .constant(value, range)
    case .key(let path): return .key(try bind(path))
    case .evaluatedObject: return .key(BoundKeyPath(entity: entity.name, target: .object))
    case .variable(let name, let range):
      throw PredicateTextError(.arguments, "$\(name) has no value.", at: range)
    case .placeholder(let placeholder):
      throw PredicateTextError(.arguments, "A placeholder has no argument.", at: placeholder.range)
    case .aggregate(let elements):
      return .aggregate(try elements.map { element throws(PredicateTextError) in try bind(element) })
    case .function(let function, let arguments):
      let bound = try arguments.map { argument throws(PredicateTextError) in try bind(argument) }
      try check(function, bound, term.range)
      return .function(function, bound)
    }
  }

  /// A constant, or each element of a list of constants, as values of the kind on the other side.
  private func coerce(
    _ term: ValueTerm<BoundKeyPath>, to type: TermType, _ comparison: Comparison<PropertyPath>
  ) throws(PredicateTextError) -> ValueTerm<BoundKeyPath> {
    switch term {
    case .constant(.list(let values), let range):
      return .constant(
        .list(
          try values.map { value throws(PredicateTextError) in
            try coerce(value, to: type, range, comparison)
          }), range)
    case .constant(let value, let range):
      return .constant(try coerce(value, to: type, range, comparison), range)
    case .aggregate(let elements):
      return .aggregate(
        try elements.map { element throws(PredicateTextError) in try coerce(element, to: type, comparison) })
    case .key, .evaluatedObject, .variable, .placeholder, .function: return term
    }
  }

  private func coerce(
    _ value: PredicateValue, to type: TermType, _ range: SourceRange, _ comparison: Comparison<PropertyPath>
  ) throws(PredicateTextError) -> PredicateValue {
    if type == .any || value == .null { return value }
    guard let coerced = coercion.coerce(value, to: type) else {
      let message = "\(TermType(value).capitalizedName) cannot be compared with \(type.name)."
      let hint: String? = if case .string = value { coercion.hint(for: type) } else { nil }
      throw PredicateTextError(.type, message, at: range, hint: hint)
    }
    return coerced
  }

  private func mismatch(_ message: String, _ range: SourceRange) -> PredicateTextError {
    PredicateTextError(.type, message, at: range)
  }
}

// MARK: - What an operator can take

extension Binder {
  private func check(
    _ comparison: Comparison<PropertyPath>, _ left: ValueTerm<BoundKeyPath>, _ right: ValueTerm<BoundKeyPath>
  ) throws(PredicateTextError) {
    let types = [left.type, right.type]
    switch comparison.operator {
    case .equal, .notEqual:
      let comparesNull = left.isNull || right.isNull
      if types.contains(.opaque), !comparesNull {
        throw mismatch("A transformable value can only be compared with nil.", comparison.range)
      }
      try refuseLists([left, right], comparison)
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      try refuseUnordered(types, comparison)
      try refuseLists([left, right], comparison)
    case .between:
      try refuseUnordered(types, comparison)
      guard right.listCount == 2 else {
        throw mismatch("BETWEEN needs a list of two values.", comparison.range)
      }
    case .in: try checkMembership(of: left, in: right, comparison)
    case .contains: try checkMembership(of: right, in: left, comparison)
    case .beginsWith, .endsWith, .like, .matches:
      try refuseLists([left, right], comparison)
      guard types.allSatisfy({ $0 == .text || $0 == .any }) else {
        throw mismatch("\(comparison.operator.spelling) compares strings.", comparison.range)
      }
      try comparison.checkPattern()
    }
  }

  private func checkMembership(
    of element: ValueTerm<BoundKeyPath>, in collection: ValueTerm<BoundKeyPath>,
    _ comparison: Comparison<PropertyPath>
  ) throws(PredicateTextError) {
    if collection.listCount != nil {
      if element.type == .opaque {
        throw mismatch("A transformable value can only be compared with nil.", comparison.range)
      }
      return try refuseLists([element], comparison)
    }
    guard [element, collection].allSatisfy({ $0.type == .text || $0.isNull }) else {
      throw mismatch("\(comparison.operator.spelling) needs a list or two strings.", comparison.range)
    }
  }

  private func refuseUnordered(
    _ types: [TermType], _ comparison: Comparison<PropertyPath>
  ) throws(PredicateTextError) {
    if let type = types.first(where: { $0 == .opaque || $0 == .object }) {
      throw mismatch("\(type.capitalizedName) has no order.", comparison.range)
    }
  }

  private func refuseLists(
    _ terms: [ValueTerm<BoundKeyPath>], _ comparison: Comparison<PropertyPath>
  ) throws(PredicateTextError) {
    if terms.contains(where: { $0.listCount != nil }) {
      throw mismatch("\(comparison.operator.spelling) cannot compare a list.", comparison.range)
    }
  }

  /// Arithmetic is for numbers; a date may be moved by seconds, and two dates have a distance.
  private func check(
    _ function: Function, _ arguments: [ValueTerm<BoundKeyPath>], _ range: SourceRange
  ) throws(PredicateTextError) {
    let types = arguments.map(\.type)
    let isDateShift = function == .add || function == .subtract
    let fits = types.allSatisfy { $0 == .number || $0 == .any || ($0 == .date && isDateShift) }
    guard fits, arguments.allSatisfy({ $0.listCount == nil }) else {
      throw mismatch("Arithmetic needs numbers.", range)
    }
    if function == .add, types.allSatisfy({ $0 == .date }) {
      throw mismatch("Two dates cannot be added.", range)
    }
    if function == .subtract, types == [.number, .date] {
      throw mismatch("A date cannot be subtracted from a number.", range)
    }
  }
}

extension ValueTerm<BoundKeyPath> {
  /// The kind of values the term has.
  var type: TermType {
    switch self {
    case .constant(let value, _): TermType(value)
    case .key(let path): path.type
    case .evaluatedObject: .object
    case .variable, .placeholder: .any
    case .aggregate(let elements): elements.first { $0.type != .any }?.type ?? .any
    case .function(let function, let arguments): Self.type(of: function, arguments.map(\.type))
    }
  }

  private static func type(of function: Function, _ arguments: [TermType]) -> TermType {
    switch function {
    case .add, .subtract:
      arguments == [.date, .date] ? .number : arguments.contains(.date) ? .date : .number
    case .multiply, .divide, .negate: .number
    }
  }

  /// Whether the term needs no object to have a value.
  var isConstant: Bool {
    switch self {
    case .constant: true
    case .aggregate(let elements): elements.allSatisfy(\.isConstant)
    case .function(_, let arguments): arguments.allSatisfy(\.isConstant)
    case .key, .evaluatedObject, .variable, .placeholder: false
    }
  }

  var isNull: Bool {
    if case .constant(.null, _) = self { true } else { false }
  }

  /// The number of elements of a list; nil for anything else.
  var listCount: Int? {
    switch self {
    case .constant(.list(let values), _): values.count
    case .aggregate(let elements): elements.count
    default: nil
    }
  }
}
