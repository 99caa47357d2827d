import PredicateLanguage

extension Binder {
  /// Binds both sides of a comparison and makes their kinds agree.
  func bind(_ comparison: Comparison<PropertyPath>) throws(PredicateTextError) -> Comparison<BoundKeyPath> {
    var left = try bind(comparison.left)
    var right = try bind(comparison.right)
    if left.isConstant, !right.isConstant {
      left = try coerce(left, to: right.boundType(in: scope).type, comparison.range)
    } else if right.isConstant, !left.isConstant {
      right = try coerce(right, to: left.boundType(in: scope).type, comparison.range)
    }
    let types = (left: left.boundType(in: scope).type, right: right.boundType(in: scope).type)
    guard types.left == .any || types.right == .any || types.left == types.right else {
      throw mismatch(
        "\(types.left.capitalizedName) cannot be compared with \(types.right.name).", comparison.range)
    }
    let bound = comparison.rebuilt(left, right)
    try ComparisonCheck(bound, scope: scope).check()
    return membership(bound)
  }

  /// `x IN collection` as `ANY collection == x`, unless the collection is written out.
  private func membership(_ comparison: Comparison<BoundKeyPath>) -> Comparison<BoundKeyPath> {
    guard comparison.modifier == .direct else { return comparison }
    let (element, collection) =
      switch comparison.operator {
      case .in: (comparison.left, comparison.right)
      case .contains: (comparison.right, comparison.left)
      default: (comparison.left, comparison.left)
      }
    guard comparison.operator == .in || comparison.operator == .contains, collection.listCount == nil,
      collection.boundType(in: scope).isCollection
    else { return comparison }
    return Comparison(
      modifier: .any, collection, .equal, options: comparison.options, element, range: comparison.range)
  }

  /// A constant, or each element of a list of constants, as values of the kind on the other side.
  func coerce(
    _ term: ValueTerm<BoundKeyPath>, to type: TermType, _ range: SourceRange
  ) throws(PredicateTextError) -> ValueTerm<BoundKeyPath> {
    switch term {
    case .constant(.list(let values), let place):
      return .constant(
        .list(
          try values.map { value throws(PredicateTextError) in
            try coerce(value, to: type, place)
          }), place)
    case .constant(let value, let place): return .constant(try coerce(value, to: type, place), place)
    case .aggregate(let elements):
      return .aggregate(
        try elements.map { element throws(PredicateTextError) in try coerce(element, to: type, range) })
    case .conditional(let node, let first, let second):
      let first = try coerce(first, to: type, range)
      return .conditional(node, first, try coerce(second, to: type, range))
    case .key, .evaluatedObject, .variable, .placeholder, .path, .function, .subquery: return term
    }
  }

  private func coerce(
    _ value: PredicateValue, to type: TermType, _ range: SourceRange
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
