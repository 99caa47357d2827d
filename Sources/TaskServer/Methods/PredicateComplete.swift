import JSON
import JSONRPC
import ObjectGraph
import PredicateLanguage

/// The method `predicate.complete`.
enum PredicateComplete: Method {
  static let name = "predicate.complete"
  static let summary = """
    Tells what can be written at a place of a predicate: keys, operators, values, functions, words, each where it fits by \
    its type. What stands behind the place has no influence.
    """
  static let effect = Effect.control
  static let errors = [ErrorKind.unknownEntity]
  static let example = MethodExample(
    params: #"{"predicate": "category == 2 AND fin", "offset": 21, "entity": "Task"}"#,
    result: #"""
      {"candidates": [{"text": "finished", "kind": "key", "type": "Boolean"}], "range": {"start": 18, "end": 21}}
      """#)

  struct Params: WireShape {
    var predicate: String
    var offset: Int
    var entity: String

    static let shape = Shape(
      Self.init(predicate:offset:entity:),
      Field("predicate", "The text, finished or not.") { $0.predicate },
      Field("offset", "The place; behind the end of the text it is the end.") { $0.offset },
      Field("entity", "The entity whose objects it is for.") { $0.entity })
  }

  struct Output: WireShape {
    var candidates: [Candidate]
    var range: WireRange

    static let shape = Shape(
      Self.init(candidates:range:),
      Field(
        "candidates",
        "Best first: what begins with what is typed before what has it inside; keys before functions before words. None in "
          + "strings, in numbers and behind what is wrong."
      ) { $0.candidates },
      Field(
        "range",
        "The word that a candidate takes the place of, its part behind the place too; empty at the place between words."
      ) { $0.range })
  }

  struct Candidate: WireShape {
    var text: String
    var kind: String
    var type: String?
    var detail: String?

    static let shape = Shape(
      Self.init(text:kind:type:detail:),
      Field("text", "What is written.") { $0.text },
      Field("kind", "As the `kind` of a token.") { $0.kind },
      Field("type", "`Integer 32`, an entity's name, `[Item]` for several; absent if open.") { $0.type },
      Field("detail", "How it is used: `length(string)`, `to-many`; absent where that is plain.") {
        $0.detail
      })
  }

  static func handle(_ params: Params, _ environment: RequestEnvironment) throws(RPCError) -> Output {
    guard params.offset >= 0 else {
      throw .invalidParams(
        at: "/params/offset", "offset must not be negative.", expected: "an integer, 0 or more")
    }
    let entity = try environment.entity(params.entity)
    var counter = PositionCounter(params.predicate, environment.server.connection.positions)
    let completion = PredicateCompletion(
      params.predicate, at: counter.byte(ofPosition: params.offset), entity: entity,
      model: environment.server.coordinator.managedObjectModel)
    return Output(
      candidates: completion.candidates.map { candidate in
        Candidate(
          text: candidate.text, kind: candidate.kind.rawValue, type: candidate.type, detail: candidate.detail)
      }, range: counter.range(completion.range))
  }
}
