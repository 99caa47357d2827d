/// Functions of collections that give elements or collections.
///
/// Elements are the same when `==` holds between them, so 1 and 1.0 are one.
enum Collections {
  /// Applies a function; null for a collection that is missing.
  static func apply(_ function: Function, _ arguments: [PredicateValue]) -> PredicateValue {
    guard case .list(let elements)? = arguments.first else { return .null }
    switch function {
    case .distinct: return .list(distinct(elements))
    case .first: return elements.first ?? .null
    case .last: return elements.last ?? .null
    case .element: return element(elements, arguments)
    case .union, .intersect, .minus:
      guard arguments.count == 2, case .list(let others) = arguments[1] else { return .null }
      return .list(combine(function, elements, others))
    default: return .null
    }
  }

  private static func element(_ elements: [PredicateValue], _ arguments: [PredicateValue]) -> PredicateValue {
    guard arguments.count == 2, let index = WholeNumbers.whole(arguments[1]).flatMap({ Int(exactly: $0) }),
      elements.indices.contains(index)
    else { return .null }
    return elements[index]
  }

  /// Each value once, in the order of first appearance.
  static func distinct(_ elements: [PredicateValue]) -> [PredicateValue] {
    var seen: Set<PredicateValue> = []
    return elements.filter { seen.insert(NumericValue.normalized($0)).inserted }
  }

  private static func combine(
    _ function: Function, _ left: [PredicateValue], _ right: [PredicateValue]
  ) -> [PredicateValue] {
    guard function != .union else { return distinct(left + right) }
    let others = Set(right.map(NumericValue.normalized))
    return distinct(left).filter { others.contains(NumericValue.normalized($0)) == (function == .intersect) }
  }
}
