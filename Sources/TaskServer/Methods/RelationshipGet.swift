import JSONRPC
import ObjectGraph
import PredicateLanguage

/// The method `relationship.get`.
enum RelationshipGet: Method {
  static let name = "relationship.get"
  static let summary = """
    Gives the objects that a relationship leads to, pending changes of the context included: in their order if it has \
    one, otherwise in order of their primary key, new ones last. A to-one relationship leads to one or none.
    """
  static let effect = Effect.read
  static let errors = ErrorKind.ofRelationships
  static let example = MethodExample(
    params: #"{"objectID": "\#(StaffModel.department)", "relationship": "employees", "limit": 10}"#,
    result: #"{"objectIDs": ["\#(StaffModel.ada)"], "count": 1}"#,
    setup: StaffModel.setup, model: StaffModel.name)

  struct Params: WireShape {
    var context: String
    var entity: String?
    var objectID: String
    var relationship: String
    var limit: Int?
    var offset: Int

    static let shape = Shape(
      Self.init(context:entity:objectID:relationship:limit:offset:),
      RelationshipSubject.contextField { $0.context },
      RelationshipSubject.entityField { $0.entity },
      RelationshipSubject.objectIDField { $0.objectID },
      Field("relationship", "Any relationship.") { $0.relationship },
      Field("limit", "Most objects to give, 1 or more.") { $0.limit },
      Field("offset", "Objects to skip first.", default: 0) { $0.offset })
  }

  struct Output: WireShape {
    var objectIDs: [String]
    var count: Int

    static let shape = Shape(
      Self.init(objectIDs:count:),
      Field("objectIDs", "The objects.") { $0.objectIDs },
      Field("count", "How many there are, `limit` and `offset` aside.") { $0.count })
  }

  static func handle(_ params: Params, _ environment: RequestEnvironment) throws(RPCError) -> Output {
    let subject = try RelationshipSubject(
      params.objectID, params.entity, params.relationship, in: environment)
    let offset = try Window.offset(params.offset)
    let limit = try Window.limit(params.limit)
    let members = try environment.withContext { context throws(StoreError) in
      try context.destinations(of: subject.relationship, subject.objectID)
    }
    let page = members.dropFirst(offset).prefix(limit ?? members.count)
    return Output(objectIDs: page.map(\.uri), count: members.count)
  }
}

extension ManagedObjectContext {
  /// The objects that a relationship leads to.
  fileprivate func destinations(
    of relationship: ResolvedRelationship, _ objectID: ObjectID
  ) throws(StoreError) -> [ObjectID] {
    guard case .column(let column) = relationship.storage else {
      return try objectIDs(forRelationshipNamed: relationship.name, of: objectID)
    }
    guard case .objectID(let destination) = try snapshot(objectID).values[column] else { return [] }
    return [persistentStoreCoordinator.resolve(destination)]
  }
}
