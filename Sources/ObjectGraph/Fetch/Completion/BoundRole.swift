import PredicateLanguage

/// What a value stands for whose candidates are looked for; types in the place of terms, so that a trial costs nothing.
enum BoundRole {
  case any
  /// The right side of a comparison: of what type the left one is, and the property it ends with.
  case right(BoundType, PropertyDescription?, ComparisonOperator, ComparisonModifier)
  case collection
  /// The argument of a function behind others.
  case argument(Function, [BoundType])

  init(_ role: CompletionSite.Role, _ completer: Completer) {
    switch role {
    case .any: self = .any
    case .collection: self = .collection
    case .right(let left, let comparison, let modifier):
      let left = completer.bound(left)
      self = .right(completer.type(of: left), left.lastProperty, comparison, modifier)
    case .argument(let function, let before):
      self = .argument(function, before.map { completer.type(of: completer.bound($0)) })
    }
  }
}

extension BoundRole {
  /// Whether nothing is known.
  var isAny: Bool { if case .any = self { true } else { false } }
}

extension Completer {
  /// Whether a value of a type can stand where the role says.
  func fits(_ type: BoundType, _ role: BoundRole) -> Bool {
    switch role {
    case .any: return true
    case .collection: return type.isCollection
    case .right(let left, _, let comparison, let modifier):
      let (completer, samples) = with(left, type)
      return completer.compares(samples[0], comparison, modifier, with: samples[1])
    case .argument(.cast, _):
      let (completer, samples) = with(type)
      return CastType.allCases.contains { target in
        completer.takes(.cast, samples + [.constant(.string(target.rawValue))])
      }
    case .argument(let function, let before): return fits(type, function, before)
    }
  }

  /// Whether several values are asked for.
  func wantsCollection(_ role: BoundRole) -> Bool {
    !role.isAny && fits(.collection(.any, isOrdered: true), role)
  }

  /// Whether a value of a type can be the next argument.
  private func fits(_ type: BoundType, _ function: Function, _ before: [BoundType]) -> Bool {
    guard let count = function.argumentCount ?? function.sideCount else {
      return fits(type, asElementOf: function, behind: before)
    }
    guard before.count < count else { return false }
    let missing = Array(repeating: BoundType(.any), count: count - before.count - 1)
    let (completer, samples) = with(before + [type] + missing)
    return completer.takes(function, samples)
  }

  /// Whether a function of a collection takes it: as the collection, or as one of its elements.
  private func fits(
    _ type: BoundType, asElementOf function: Function, behind before: [BoundType]
  ) -> Bool {
    let common = BoundType.common(before)
    let (completer, samples) = with(common, type)
    if before.isEmpty, completer.takes(function, [samples[1]]) { return true }
    let kinds = [common.type, type.type]
    return !type.isCollection && (kinds.contains(.any) || kinds[0] == kinds[1])
      && completer.takes(function, [.aggregate(samples)])
  }
}

extension Function {
  /// How many sides an operator has that cannot be called; nil for all others.
  fileprivate var sideCount: Int? {
    switch self {
    case .union, .intersect, .minus: 2
    case .negate: 1
    default: nil
    }
  }
}

extension ValueTerm<BoundKeyPath> {
  /// The property at the end of a key path.
  fileprivate var lastProperty: PropertyDescription? {
    switch self {
    case .key(let path):
      if case .attribute(let attribute, _) = path.target { return .attribute(attribute) }
      return path.steps.last.map { .relationship($0.relationship) }
    case .path(_, let path): return path.lastProperty
    default: return nil
    }
  }
}
