package import JSON
package import PredicateLanguage

/// A predicate's tree as JSON, for `predicate.parse`.
///
/// Every node names its `type`. A value has its `format` in predicates and, in the form arguments are given
/// in, its `value`:
/// ```
/// {"type":"comparison","left":{"type":"key","path":"date"},"operator":"<",
///  "right":{"type":"value","format":"CAST(0, \"NSDate\")","value":{"$date":"2001-01-01T00:00:00Z"}}}
/// ```
package enum PredicateTree {
  /// An `and` or `or` has `parts`, a `not` a `part`, a comparison `left`, `operator`, `right` and, where it
  /// has any, `options` and a `modifier`.
  package static func json(_ node: ParsedPredicate) -> JSONValue {
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
    let options = comparison.options.letters
    if !options.isEmpty { object["options"] = .string(options) }
    switch comparison.modifier {
    case .direct: break
    case .any: object["modifier"] = "any"
    case .all: object["modifier"] = "all"
    }
    return .object(object)
  }

  private static func json(_ term: ValueTerm<PropertyPath>) -> JSONValue {
    switch term {
    case .constant(.list(let values), _):
      ["type": "list", "elements": .array(values.map { json(.constant($0, .none)) })]
    case .constant(let value, _): json(value, format: term.format)
    case .key(let path): ["type": "key", "path": .string(path.text)]
    case .evaluatedObject: ["type": "self"]
    case .variable(let name, _): ["type": "variable", "name": .string(name)]
    case .placeholder: ["type": "placeholder", "format": .string(term.format)]
    case .aggregate(let elements): ["type": "list", "elements": .array(elements.map(json))]
    case .path(let base, let path): ["type": "path", "base": json(base), "path": json(path)]
    case .function(let function, let arguments):
      ["type": "function", "name": .string("\(function)"), "arguments": .array(arguments.map(json))]
    case .subquery(let collection, let variable, let node):
      [
        "type": "subquery", "collection": json(collection), "variable": .string(variable),
        "predicate": json(node),
      ]
    case .conditional(let node, let first, let second):
      ["type": "conditional", "predicate": json(node), "then": json(first), "else": json(second)]
    }
  }

  /// An infinity, which JSON cannot write, has a `format` alone.
  private static func json(_ value: PredicateValue, format: String) -> JSONValue {
    var object: JSONObject = ["type": "value", "format": .string(format)]
    object["value"] = WireArguments.json(value)
    return .object(object)
  }
}
