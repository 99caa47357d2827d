import JSONRPC
import ObjectGraph

/// The method `relationship.set`.
enum RelationshipSet: Method {
  static let name = "relationship.set"
  static let summary = """
    Gives a to-many relationship exactly these members, for an ordered one in this order. `object.update` does the same \
    with an array as value.
    """
  static let effect = Effect.write
  static let errors = ErrorKind.ofRelationshipChanges
  static let example = MethodExample(
    params: #"""
      {"objectID": "\#(StaffModel.department)", "relationship": "employees", \#
      "objectIDs": ["\#(StaffModel.bea)"], "save": true}
      """#,
    result: #"""
      {"objectID": "\#(StaffModel.department)", "relationship": "employees", "count": 1, \#
      "saved": \#(ObjectSample.task.savedResult(updated: 3))}
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
      Field("objectIDs", "All members from now on.") { $0.objectIDs },
      RelationshipSubject.saveField { $0.save })
  }

  static func handle(
    _ params: Params, _ environment: RequestEnvironment
  ) throws(RPCError) -> RelationshipChange {
    let subject = try RelationshipSubject(
      params.objectID, params.entity, params.relationship, in: environment)
    let mentions = try subject.mentions(params.objectIDs, at: "/params/objectIDs")
    return try subject.changing(save: params.save, mentions) { context, name, owner throws(StoreError) in
      try context.set(mentions.map(\.objectID), ofRelationship: name, of: owner)
    }
  }
}
