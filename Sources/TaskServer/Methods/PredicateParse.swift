import JSON
import JSONRPC
import ObjectGraph
import PredicateLanguage

/// The method `predicate.parse`.
enum PredicateParse: Method {
  static let name = "predicate.parse"
  static let summary = """
    Reads a predicate without running it: its canonical text, its tree, or what is wrong with it and where, and the \
    kinds of its words. With `entity` its key paths and types are checked too.
    """
  static let effect = Effect.control
  static let errors = [ErrorKind.unknownEntity, .valueType]
  static let example = MethodExample(
    params: #"{"predicate": "taskDescription like[c] 'b%'", "entity": "Task"}"#,
    result: #"""
      {"valid": true, "format": "taskDescription LIKE[c] \"b%\"", \#
      "tree": {"type": "comparison", "left": {"type": "key", "path": "taskDescription"}, "operator": "LIKE", \#
      "right": {"type": "value", "format": "\"b%\"", "value": "b%"}, "options": "c"}, \#
      "diagnostics": [{"severity": "warning", "kind": "predicate.warning", \#
      "message": "In LIKE, % is a plain character.", "range": {"start": 24, "end": 28}, \#
      "hint": "The wildcards are * and ?; or write CONTAINS, BEGINSWITH, ENDSWITH."}], \#
      "tokens": [{"kind": "key", "range": {"start": 0, "end": 15}}, \#
      {"kind": "operator", "range": {"start": 16, "end": 20}}, \#
      {"kind": "punctuation", "range": {"start": 20, "end": 21}}, \#
      {"kind": "option", "range": {"start": 21, "end": 22}}, \#
      {"kind": "punctuation", "range": {"start": 22, "end": 23}}, \#
      {"kind": "string", "range": {"start": 24, "end": 28}}]}
      """#)

  struct Params: WireShape {
    var predicate: String
    var arguments: JSONValue?
    var entity: String?

    static let shape = Shape(
      Self.init(predicate:arguments:entity:),
      Field("predicate", "The text.") { $0.predicate },
      Field("arguments", "An array for `%@`, `%K`, `%d`, or an object for `$NAME`; may be left out.") {
        $0.arguments
      },
      Field("entity", "The entity whose objects it is for; placeholders need their `arguments` then.") {
        $0.entity
      })
  }

  struct Output: WireShape {
    var valid: Bool
    var format: String?
    var tree: JSONValue?
    var diagnostics: [JSONValue]
    var tokens: WireTokens

    static let shape = Shape(
      Self.init(valid:format:tree:diagnostics:tokens:),
      Field("valid", "Whether it can be used.") { $0.valid },
      Field("format", "Its canonical text.") { $0.format },
      Field(
        "tree",
        "Its tree. Each node has a `type`: constant, and, or, not, comparison; value, list, key, self, variable, placeholder, path, function, subquery, conditional."
      ) {
        $0.tree
      },
      Field(
        "diagnostics",
        "What is wrong, or probably not meant: {severity, kind, message, range {start, end}, expected, hint}. `severity` "
          + "is `error`, of which there is one at most, or `warning` (`kind` `predicate.warning`). No range is empty: where "
          + "something is missing, it is that of the last character before; a text without one has 0 to 0. A fault of the "
          + "arguments alone has none."
      ) { $0.diagnostics },
      Field(
        "tokens",
        "Every word and sign of the text, also of one that is wrong or not finished; none beyond the limits of a predicate."
      ) { $0.tokens })
  }

  static func handle(_ params: Params, _ environment: RequestEnvironment) throws(RPCError) -> Output {
    let entity = try params.entity.map { name throws(RPCError) in try environment.entity(name) }
    let arguments = try environment.predicateArguments(params.arguments)
    let diagnostics = PredicateDiagnostics(of: params.predicate, environment.server.connection.positions)
    let tokens = WireTokens(of: params.predicate, environment.server.connection.positions)
    do throws(PredicateTextError) {
      let parsed = try ParsedPredicate(parsing: params.predicate)
      // Placeholders stay what they are unless arguments came along.
      let isOpen = params.arguments == nil && params.entity == nil
      let tree = isOpen ? parsed : try parsed.substituting(arguments)
      if let entity { _ = try environment.server.binder(for: entity).bind(tree) }
      return Output(
        valid: true, format: tree.format, tree: PredicateTree.json(tree),
        diagnostics: parsed.warnings.map(diagnostics.json), tokens: tokens)
    } catch {
      return Output(valid: false, diagnostics: [diagnostics.json(error)], tokens: tokens)
    }
  }
}
