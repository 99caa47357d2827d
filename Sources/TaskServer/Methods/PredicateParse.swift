import JSON
import JSONRPC
import ObjectGraph
import PredicateLanguage

/// The method `predicate.parse`.
enum PredicateParse: Method {
  static let name = "predicate.parse"
  static let summary = """
    Reads a predicate without running it: its canonical text, its tree, or what is wrong with it and where. With \
    `entity` its key paths and types are checked too.
    """
  static let effect = Effect.control
  static let errors = [ErrorKind.unknownEntity, .valueType]
  static let example = MethodExample(
    params: #"{"predicate": "finished = no and taskDescription like[c] 'b*'", "entity": "Task"}"#,
    result: #"""
      {"valid": true, "format": "finished == FALSE AND taskDescription LIKE[c] \"b*\"", \#
      "tree": {"type": "and", "parts": [{"type": "comparison", "left": {"type": "key", "path": "finished"}, \#
      "operator": "==", "right": {"type": "value", "format": "FALSE", "value": false}}, \#
      {"type": "comparison", "left": {"type": "key", "path": "taskDescription"}, "operator": "LIKE", \#
      "right": {"type": "value", "format": "\"b*\"", "value": "b*"}, "options": "c"}]}, "diagnostics": []}
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

    static let shape = Shape(
      Self.init(valid:format:tree:diagnostics:),
      Field("valid", "Whether it can be used.") { $0.valid },
      Field("format", "Its canonical text.") { $0.format },
      Field(
        "tree",
        "Its tree. Each node has a `type`: constant, and, or, not, comparison; value, list, key, self, variable, placeholder, function."
      ) {
        $0.tree
      },
      Field("diagnostics", "What is wrong: {kind, message, range {start, end}, expected, hint}.") {
        $0.diagnostics
      })
  }

  static func handle(_ params: Params, _ environment: RequestEnvironment) throws(RPCError) -> Output {
    let entity = try params.entity.map { name throws(RPCError) in try environment.entity(name) }
    let positions = environment.server.connection.positions
    let arguments = try environment.predicateArguments(params.arguments)
    do throws(PredicateTextError) {
      let tree = try tree(params, arguments)
      if let entity { _ = try environment.server.binder(for: entity).bind(tree) }
      return Output(valid: true, format: tree.format, tree: PredicateTree.json(tree), diagnostics: [])
    } catch {
      let diagnostic = PredicateDiagnostic(error, in: params.predicate, positions)
      return Output(valid: false, diagnostics: [diagnostic.json])
    }
  }

  /// Placeholders stay what they are unless arguments came along.
  private static func tree(
    _ params: Params, _ arguments: PredicateArguments
  ) throws(PredicateTextError) -> ParsedPredicate {
    let tree = try ParsedPredicate(parsing: params.predicate)
    return params.arguments == nil && params.entity == nil ? tree : try tree.substituting(arguments)
  }
}
