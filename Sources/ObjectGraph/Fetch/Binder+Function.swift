import PredicateLanguage

extension Binder {
  /// A function of bound arguments, computed if they are constants.
  ///
  /// - Throws: `.type` for arguments that the function does not take.
  func function(
    _ function: Function, _ arguments: [ValueTerm<BoundKeyPath>], _ range: SourceRange
  ) throws(PredicateTextError) -> ValueTerm<BoundKeyPath> {
    let types = arguments.map { $0.boundType(in: scope) }
    if let message = FunctionCheck(function, types, arguments).message {
      throw PredicateTextError(.type, message, at: range)
    }
    if function == .now { return .constant(moment, range) }
    let folded = ValueTerm<BoundKeyPath>.folded(function, arguments, range: range)
    // A missing value is of any kind, and the function of one.
    return folded.isNull ? .function(function, arguments) : folded
  }
}

/// What is wrong with the arguments of a function.
private struct FunctionCheck {
  /// A sentence; nil if nothing is wrong.
  let message: String?

  init(_ function: Function, _ types: [BoundType], _ arguments: [ValueTerm<BoundKeyPath>]) {
    message =
      switch function {
      case .add, .subtract: Self.dates(function, types)
      case .multiply, .divide, .negate: Self.values(types, .number) ? nil : "Arithmetic needs numbers."
      case .power, .modulus, .bitwiseAnd, .bitwiseOr, .bitwiseXor, .leftShift, .rightShift, .onesComplement,
        .squareRoot, .logarithm, .naturalLogarithm, .exponential, .absolute, .ceiling, .floor, .truncate,
        .randomBelow:
        Self.values(types, .number) ? nil : "\(function.spelling) needs numbers."
      case .random, .now: nil
      case .uppercase, .lowercase, .canonical, .length:
        Self.values(types, .text) ? nil : "\(function.spelling) needs a string."
      case .noIndex: types.allSatisfy(\.isCollection) ? "noindex needs one value." : nil
      case .cast: Self.cast(types, arguments)
      case .sum, .average, .median, .standardDeviation:
        Self.collection(types) { $0 == .number } ? nil : "\(function.spelling) needs a collection of numbers."
      case .minimum, .maximum, .mode:
        Self.collection(types) { $0 != .object && $0 != .opaque }
          ? nil : "\(function.spelling) needs a collection of values that have an order."
      case .count, .size:
        Self.collection(types) { _ in true } ? nil : "\(function.spelling) needs a collection."
      case .distinct:
        Self.collection(types) { $0 != .opaque } ? nil : "distinct needs a collection of values to compare."
      case .union, .intersect, .minus: Self.sets(function, types)
      case .element, .first, .last: Self.index(types)
      }
  }

  /// Single values of one kind, or null.
  private static func values(_ types: [BoundType], _ wanted: TermType) -> Bool {
    types.allSatisfy { !$0.isCollection && ($0.type == wanted || $0.type == .any) }
  }

  private static func collection(_ types: [BoundType], _ fits: (TermType) -> Bool) -> Bool {
    guard let type = types.first else { return false }
    return type.isCollection && (type.type == .any || fits(type.type))
  }

  /// A date may be moved by seconds, and two dates have a distance.
  private static func dates(_ function: Function, _ types: [BoundType]) -> String? {
    let kinds = types.map(\.type)
    guard types.allSatisfy({ !$0.isCollection }), kinds.allSatisfy({ [.number, .date, .any].contains($0) })
    else { return "Arithmetic needs numbers." }
    if function == .add, kinds == [.date, .date] { return "Two dates cannot be added." }
    if function == .subtract, kinds == [.number, .date] {
      return "A date cannot be subtracted from a number."
    }
    return nil
  }

  private static func cast(_ types: [BoundType], _ arguments: [ValueTerm<BoundKeyPath>]) -> String? {
    guard types.count == 2, case .constant(.string(let name), _) = arguments[1] else {
      return "CAST needs the name of a type."
    }
    guard let type = CastType(rawValue: name) else { return "CAST to \(name) is not supported." }
    let from = types[0].type
    let fits = !types[0].isCollection && (from == .any || castable[from, default: []].contains(type))
    return fits ? nil : "\(from.capitalizedName) cannot be cast to \(name)."
  }

  private static let castable: [TermType: Set<CastType>] = [
    .number: [.number, .decimal, .string, .date],
    .text: [.string, .number, .decimal, .uuid, .url, .data, .objectID],
    .date: [.date, .number], .uuid: [.uuid, .string], .url: [.url, .string], .data: [.data],
    .object: [.objectID],
  ]

  private static func sets(_ function: Function, _ types: [BoundType]) -> String? {
    guard types.allSatisfy(\.isCollection) else { return "\(function.spelling) needs two collections." }
    let kinds = Set(types.map(\.type)).subtracting([.any])
    return kinds.count < 2 && !kinds.contains(.opaque)
      ? nil : "\(function.spelling) needs two collections of one kind."
  }

  private static func index(_ types: [BoundType]) -> String? {
    guard let type = types.first, type.isCollection else { return "Only a collection has elements." }
    guard type.isOrdered else { return "The collection has no order, and so no first or last element." }
    return types.count < 2 || values([types[1]], .number) ? nil : "An element has a number."
  }
}
