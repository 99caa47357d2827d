import PredicateLanguage

/// What a function takes and gives, found out by trial.
struct FunctionCall {
  /// What it gives.
  let type: BoundType
  private let arguments: [String]

  /// Nil for what is not called.
  init?(_ function: Function, _ completer: Completer) {
    guard !function.callNames.isEmpty else { return nil }
    let count = function.argumentCount
    let kinds = Self.kinds.filter { kind in
      let types = Array(repeating: Self.sampleType(kind, count), count: count ?? 1)
      let (completer, samples) = completer.with(types)
      return completer.takes(function, samples)
    }
    let isElement = function == .element
    let (trial, samples) = completer.with(
      Array(repeating: Self.sampleType(.any, count), count: count ?? 1))
    // Of two values the first is a list, where one is asked for by its place.
    let terms = isElement ? [.aggregate(samples), samples[1]] : samples
    guard let term = try? trial.binder.function(function, terms, .none) else { return nil }
    type = trial.type(of: term)
    let name = kinds.count == 1 ? kinds[0].argumentName : kinds == [.number, .date] ? "number" : "value"
    arguments =
      count.map { isElement ? ["collection", "number"] : Array(repeating: name, count: $0) }
      ?? [name == "value" ? "collection" : name + "s"]
  }

  /// The call by one of its names.
  func candidate(_ name: String) -> PredicateCompletion.Candidate {
    let shape = "\(name)(\(arguments.joined(separator: ", ")))"
    return .init(
      arguments.isEmpty ? shape : name + "(", .function, type: type.label,
      detail: arguments.isEmpty ? nil : shape)
  }

  /// The kinds that arguments are told apart by.
  private static let kinds: [TermType] = [.number, .text, .date, .uuid, .url, .data, .object]

  private static func sampleType(_ kind: TermType, _ count: Int?) -> BoundType {
    count == nil ? .collection(kind, isOrdered: true) : BoundType(kind)
  }
}

extension TermType {
  fileprivate var argumentName: String {
    switch self {
    case .number: "number"
    case .text: "string"
    default: "value"
    }
  }

  /// The kind as a type of a candidate; nil where it is open.
  fileprivate var label: String? {
    switch self {
    case .number: "Number"
    case .text: AttributeType.string.name
    case .date: AttributeType.date.name
    case .uuid: AttributeType.uuid.name
    case .url: AttributeType.uri.name
    case .data: AttributeType.binary.name
    case .object: "Object"
    case .opaque: AttributeType.transformable.name
    case .any: nil
    }
  }
}

extension BoundType {
  /// The type of a candidate, in brackets for several; nil where it is open.
  var label: String? {
    guard let name = entity ?? type.label else { return nil }
    return isCollection ? "[\(name)]" : name
  }
}
