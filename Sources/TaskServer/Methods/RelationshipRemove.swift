import JSONRPC
import ObjectGraph

/// The method `relationship.remove`.
enum RelationshipRemove: Method {
  static let name = "relationship.remove"
  static let summary = """
    Takes objects out of a to-many relationship; they are not deleted. Those that are no members are no error.
    """
  static let effect = Effect.write
  static let errors = ErrorKind.ofRelationshipChanges
  static let example = MethodExample(
    params: #"""
      {"objectID": "\#(StaffModel.department)", "relationship": "employees", \#
      "objectIDs": ["\#(StaffModel.ada)"], "save": true}
      """#,
    result: #"""
      {"objectID": "\#(StaffModel.department)", "relationship": "employees", "count": 0, \#
      "saved": \#(ObjectSample.task.savedResult(updated: 2))}
      """#, setup: StaffModel.setup, model: StaffModel.name)

  struct Params: WireShape {
    var context: String
    var entity: String?
    var objectID: String
    var relationship: String
    var objectIDs: [String]
    var save: Bool?

    static let shape = Shape(
      Self.init(context:entity:objectID:relationship:objectIDs:save:),
      RelationshipSubject.contextField { $0.context },
      RelationshipSubject.entityField { $0.entity },
      RelationshipSubject.objectIDField { $0.objectID },
      Field("relationship", "A to-many relationship.") { $0.relationship },
      Field("objectIDs", "The members to take out.") { $0.objectIDs },
      RelationshipSubject.saveField { $0.save })
  }

  static func handle(
    _ params: Params, _ environment: RequestEnvironment
  ) throws(RPCError) -> RelationshipChange {
    let subject = try RelationshipSubject(
      params.objectID, params.entity, params.relationship, in: environment)
    let mentions = try subject.mentions(params.objectIDs, at: "/params/objectIDs")
    return try subject.changing(save: params.save, mentions) { context, name, owner throws(StoreError) in
      try context.remove(mentions.map(\.objectID), fromRelationship: name, of: owner)
    }
  }
}
