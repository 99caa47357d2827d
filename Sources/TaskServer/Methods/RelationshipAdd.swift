import JSONRPC
import ObjectGraph

/// The method `relationship.add`.
enum RelationshipAdd: Method {
  static let name = "relationship.add"
  static let summary = """
    Adds objects to a to-many relationship, at its end or before the member at `index`. Those that are members already \
    stay where they are.
    """
  static let effect = Effect.write
  static let errors = ErrorKind.ofRelationshipChanges
  static let example = MethodExample(
    params: #"""
      {"objectID": "\#(StaffModel.department)", "relationship": "employees", \#
      "objectIDs": ["\#(StaffModel.bea)"], "index": 0}
      """#,
    result: #"{"objectID": "\#(StaffModel.department)", "relationship": "employees", "count": 2}"#,
    setup: StaffModel.setup, model: StaffModel.name)

  struct Params: WireShape {
    var context: String
    var entity: String?
    var objectID: String
    var relationship: String
    var objectIDs: [String]
    var index: Int?
    var save: Bool?

    static let shape = Shape(
      Self.init(context:entity:objectID:relationship:objectIDs:index:save:),
      RelationshipSubject.contextField { $0.context },
      RelationshipSubject.entityField { $0.entity },
      RelationshipSubject.objectIDField { $0.objectID },
      Field("relationship", "A to-many relationship.") { $0.relationship },
      Field("objectIDs", "The new members.") { $0.objectIDs },
      Field("index", "Where the first of them comes, for an ordered relationship; at the end if absent.") {
        $0.index
      },
      RelationshipSubject.saveField { $0.save })
  }

  static func handle(
    _ params: Params, _ environment: RequestEnvironment
  ) throws(RPCError) -> RelationshipChange {
    let subject = try RelationshipSubject(
      params.objectID, params.entity, params.relationship, in: environment)
    let mentions = try subject.mentions(params.objectIDs, at: "/params/objectIDs")
    if let index = params.index {
      try subject.checkHasOrder()
      try subject.checkPlace(index, isInsertion: true)
    }
    return try subject.changing(save: params.save, mentions) { context, name, owner throws(StoreError) in
      try context.add(mentions.map(\.objectID), toRelationship: name, of: owner, at: params.index)
    }
  }
}
