import JSONRPC
import ObjectGraph

/// The method `relationship.move`.
enum RelationshipMove: Method {
  static let name = "relationship.move"
  static let summary = """
    Moves a member of an ordered relationship to another place. An object that is no member is `object.notFound`.
    """
  static let effect = Effect.write
  static let errors = ErrorKind.ofRelationshipChanges
  static let example = MethodExample(
    params: #"""
      {"objectID": "\#(StaffModel.department)", "relationship": "employees", "member": "\#(StaffModel.ada)", \#
      "index": 0}
      """#,
    result: #"{"objectID": "\#(StaffModel.department)", "relationship": "employees", "count": 1}"#,
    setup: StaffModel.setup, model: StaffModel.name)

  struct Params: WireShape {
    var context: String
    var entity: String?
    var objectID: String
    var relationship: String
    var member: String
    var index: Int
    var save: Bool?

    static let shape = Shape(
      Self.init(context:entity:objectID:relationship:member:index:save:),
      RelationshipSubject.contextField { $0.context },
      RelationshipSubject.entityField { $0.entity },
      RelationshipSubject.objectIDField { $0.objectID },
      Field("relationship", "An ordered relationship.") { $0.relationship },
      Field("member", "The member's object ID.") { $0.member },
      Field("index", "Its place afterwards, 0 for the first.") { $0.index },
      RelationshipSubject.saveField { $0.save })
  }

  static func handle(
    _ params: Params, _ environment: RequestEnvironment
  ) throws(RPCError) -> RelationshipChange {
    let subject = try RelationshipSubject(
      params.objectID, params.entity, params.relationship, in: environment)
    try subject.checkHasOrder()
    let mention = try subject.mention(params.member, at: "/params/member")
    try subject.checkPlace(params.index, isInsertion: false)
    return try subject.changing(save: params.save, [mention]) { context, name, owner throws(StoreError) in
      try context.move(mention.objectID, inRelationship: name, of: owner, to: params.index)
    }
  }
}
