import JSON
import JSONRPC
import ObjectGraph

/// `object.…`: objects of the entity that the request names.
enum AnyEntityFamily: ObjectFamily {
  typealias Scope = String
  typealias FetchScope = String?
  typealias TemplateName = String
  typealias Variables = JSONValue
  typealias Key = NoMember
  typealias Subentities = Bool

  static let prefix = "object"
  static let addVerb = "insert"
  static let nouns = (one: "object", many: "objects")
  static let keyNote = "A Task without a uuid and a Category without a number get one."
  static let scopeField = (name: "entity", summary: "The name of the entity.")
  static let keyName = ""
  static let sample = ObjectSample.object
  static let shapes = FamilyShapes<AnyEntityFamily>()

  static func entity(
    _ scope: String, in environment: RequestEnvironment
  ) throws(RPCError) -> EntityDescription {
    try environment.entity(scope)
  }

  static func source(
    _ params: ObjectFetch<AnyEntityFamily>.Params, in environment: RequestEnvironment
  ) throws(RPCError) -> FetchSource {
    guard let template = params.template else {
      guard params.variables == nil else {
        throw .invalidParams(at: "/params/variables", "There is no template that has variables.")
      }
      guard let name = params.scope else { throw .invalidParams(WireError(.missing(scopeField.name))) }
      return try environment.source(of: entity(name, in: environment), params.predicate, params.arguments)
    }
    let others = [
      ("entity", params.scope != nil), ("predicate", params.predicate != nil),
      ("arguments", params.arguments != nil),
    ]
    if let other = others.first(where: { $0.1 })?.0 {
      throw .invalidParams(
        at: "/params/\(other)", "A template says itself which objects are meant; give no \(other) with it.",
        expected: "template and variables, or entity, predicate and arguments")
    }
    return try environment.source(template: template, variables: params.variables)
  }
}
