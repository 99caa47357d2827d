public import PredicateLanguage

/// What a term of a bound predicate gives: one value, or a collection of them.
public struct BoundType: Hashable, Sendable {
  /// The kind of the value, or of each element.
  public var type: TermType
  /// Whether there may be several.
  public var isCollection = false
  /// Whether a collection has an order, so that it has a first element.
  public var isOrdered = false
  /// The entity of objects, where it is known; nil for other values.
  public var entity: String?

  /// One value.
  public init(_ type: TermType, entity: String? = nil) {
    self.type = type
    self.entity = entity
  }

  /// A collection.
  static func collection(_ type: TermType, isOrdered: Bool, entity: String? = nil) -> BoundType {
    var result = BoundType(type, entity: entity)
    result.isCollection = true
    result.isOrdered = isOrdered
    return result
  }

  /// What one of the elements is; itself for one value.
  public var element: BoundType { BoundType(type, entity: entity) }

  /// What all alternatives have in common.
  static func common(_ types: [BoundType]) -> BoundType {
    types.first { $0.type != .any } ?? types.first ?? BoundType(.any)
  }
}

/// The types of the variables that the subqueries around give values to, by name without the dollar sign.
public typealias BoundScope = [String: BoundType]

extension ValueTerm<BoundKeyPath> {
  /// What the term gives.
  ///
  /// - Parameter scope: the variables around it; one that is missing is of any type.
  public func boundType(in scope: BoundScope = [:]) -> BoundType {
    switch self {
    case .constant(.list(let values), _):
      .collection(values.lazy.map { TermType($0) }.first { $0 != .any } ?? .any, isOrdered: true)
    case .constant(let value, _): BoundType(TermType(value))
    case .key(let path): path.boundType
    case .evaluatedObject: BoundType(.object)
    case .variable(let name, _): scope[name] ?? BoundType(.any)
    case .placeholder: BoundType(.any)
    case .path(let base, let path):
      path.boundType(in: scope).reached(from: base.boundType(in: scope))
    case .aggregate(let elements):
      .collection(.common(elements.map { $0.boundType(in: scope) }), isOrdered: true)
    case .function(let function, let arguments):
      function.boundType(of: arguments.map { $0.boundType(in: scope) }, arguments)
    case .subquery(let collection, _, _): collection.boundType(in: scope)
    case .conditional(_, let first, let second):
      .common([first.boundType(in: scope), second.boundType(in: scope)])
    }
  }
}

extension BoundType {
  fileprivate static func collection(_ element: BoundType, isOrdered: Bool) -> BoundType {
    .collection(element.type, isOrdered: isOrdered, entity: element.entity)
  }

  /// What a path gives that begins at a value of another type.
  fileprivate func reached(from base: BoundType) -> BoundType {
    guard base.isCollection else { return self }
    return .collection(self, isOrdered: base.isOrdered && (isOrdered || !isCollection))
  }
}

extension BoundKeyPath {
  /// What the path gives.
  var boundType: BoundType {
    let entity = target == .object ? entity : nil
    let lists = steps.filter(\.relationship.isToMany)
    guard !lists.isEmpty else { return BoundType(type, entity: entity) }
    return .collection(type, isOrdered: lists.allSatisfy(\.relationship.hasOrder), entity: entity)
  }

  /// Whether a relationship on the way leads to several objects.
  public var isToMany: Bool { steps.contains(where: \.relationship.isToMany) }
}

extension Function {
  /// What the function gives for arguments of these types.
  fileprivate func boundType(
    of types: [BoundType], _ arguments: [ValueTerm<BoundKeyPath>]
  ) -> BoundType {
    switch self {
    case .add, .subtract:
      let dates = types.filter { $0.type == .date }.count
      return BoundType(dates == 1 ? .date : .number)
    case .multiply, .divide, .negate, .power, .modulus, .bitwiseAnd, .bitwiseOr, .bitwiseXor, .leftShift,
      .rightShift, .onesComplement, .squareRoot, .logarithm, .naturalLogarithm, .exponential, .absolute,
      .ceiling, .floor, .truncate, .random, .randomBelow, .length, .sum, .average, .count, .size, .median,
      .standardDeviation:
      return BoundType(.number)
    case .uppercase, .lowercase, .canonical: return BoundType(.text)
    case .now: return BoundType(.date)
    case .noIndex: return types.first ?? BoundType(.any)
    case .cast:
      guard case .constant(.string(let name), _)? = arguments.last else { return BoundType(.any) }
      return BoundType(CastType(rawValue: name).map { TermType($0) } ?? .any)
    case .minimum, .maximum, .mode, .element, .first, .last: return types.first?.element ?? BoundType(.any)
    case .distinct: return types.first ?? BoundType(.any)
    case .union, .intersect, .minus: return .collection(.common(types), isOrdered: false)
    }
  }
}

extension TermType {
  /// The kind of what a cast gives.
  init(_ type: CastType) {
    switch type {
    case .date: self = .date
    case .decimal, .number: self = .number
    case .uuid: self = .uuid
    case .url: self = .url
    case .data: self = .data
    case .objectID: self = .object
    case .string: self = .text
    }
  }
}
