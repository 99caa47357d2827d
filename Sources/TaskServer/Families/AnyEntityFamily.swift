import JSONRPC
import ObjectGraph

/// `object.…`: objects of the entity that the request names.
enum AnyEntityFamily: ObjectFamily {
  typealias Scope = String
  typealias Key = NoMember

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
}
