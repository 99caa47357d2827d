import JSON
import PredicateLanguage

/// A predicate's tree as JSON, for `predicate.parse`.
enum PredicateTree {
  /// Each node names its `type`; an `and` has `parts`, a comparison `left`, `operator` and `right`.
  static func json(_ node: ParsedPredicate) -> JSONValue {
    switch node {
    case .constant(let truth): ["type": "constant", "value": .bool(truth)]
    case .and(let parts): ["type": "and", "parts": .array(parts.map(json))]
    case .or(let parts): ["type": "or", "parts": .array(parts.map(json))]
    case .not(let part): ["type": "not", "part": json(part)]
    case .comparison(let comparison): json(comparison)
    }
  }

  private static func json(_ comparison: Comparison<PropertyPath>) -> JSONValue {
    var object: JSONObject = [
      "type": "comparison", "left": json(comparison.left), "operator": .string(comparison.operator.spelling),
      "right": json(comparison.right),
    ]
    let letters = [
      ("c", StringOptions.caseInsensitive), ("d", .diacriticInsensitive), ("n", .normalized),
    ]
    let options = letters.filter { comparison.options.contains($0.1) }.map(\.0).joined()
    if !options.isEmpty { object["options"] = .string(options) }
    return .object(object)
  }

  private static func json(_ term: ValueTerm<PropertyPath>) -> JSONValue {
    switch term {
    case .constant(.list(let values), _):
      ["type": "list", "elements": .array(values.map { json(.constant($0, .none)) })]
    case .constant: ["type": "value", "format": .string(term.format)]
    case .key(let path): ["type": "key", "path": .string(path.text)]
    case .evaluatedObject: ["type": "self"]
    case .variable(let name, _): ["type": "variable", "name": .string(name)]
    case .placeholder: ["type": "placeholder", "format": .string(term.format)]
    case .aggregate(let elements): ["type": "list", "elements": .array(elements.map(json))]
    case .function(let function, let arguments):
      ["type": "function", "name": .string("\(function)"), "arguments": .array(arguments.map(json))]
    }
  }
}
