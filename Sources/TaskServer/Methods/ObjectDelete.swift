import JSON
import JSONRPC
import ObjectGraph

/// The methods `task.delete`, `category.delete` and `object.delete`.
enum ObjectDelete<Family: ObjectFamily>: Method {
  static var name: String { "\(Family.prefix).delete" }
  static var summary: String {
    """
    Deletes one \(Family.nouns.one) by key, or all that match a predicate. The result has what was selected; what the \
    delete rules of relationships delete or change besides is counted in `saved` and told in `context.didSave`.
    """
  }
  static var chapter: String? { "delete" }
  static var effect: Effect { .write }
  static var reportsProgress: Bool { true }
  static var errors: [ErrorKind] {
    Family.scopeErrors + [.objectNotFound] + ErrorKind.ofPredicates + ErrorKind.ofReading + ErrorKind.ofSaving
  }
  static var example: MethodExample {
    MethodExample(
      params: #"{\#(Family.sample.scope)\#(Family.sample.predicate), "save": true}"#,
      result: #"""
        {"deletedCount": 1, "objects": [\#(Family.sample.reference)], \#
        "saved": \#(Family.sample.savedResult(deleted: 1))}
        """#, setup: Family.sample.saved)
  }

  struct Params: WireShape {
    var context: String
    var scope: Family.Scope
    var key: Family.Key?
    var objectID: String?
    var predicate: String?
    var arguments: JSONValue?
    var subentities: Family.Subentities
    var ifVersion: Int64?
    var save: Bool?

    static var shape: Shape<Params> { Family.shapes.deleteParams }

    static func makeShape() -> Shape<Params> {
      Shape(
        Self.init(context:scope:key:objectID:predicate:arguments:subentities:ifVersion:save:),
        Family.contextField("The context to delete in.") { $0.context },
        Family.scopeField { $0.scope },
        Family.keyField("exactly one of this, `objectID` and `predicate`.") { $0.key },
        Field("objectID", "The \(Family.nouns.one)'s object ID.") { $0.objectID },
        Field("predicate", "Which \(Family.nouns.many); `TRUEPREDICATE` for all.") { $0.predicate },
        Field("arguments", "An array for `%@`, `%K`, `%d`, or an object for `$NAME`.") { $0.arguments },
        Family.subentitiesField { $0.subentities },
        Field(
          "ifVersion", "Only if the \(Family.nouns.one) has this `$version`, now and when it is saved."
        ) { $0.ifVersion },
        Field("save", "Save the context afterwards, all or nothing.") { $0.save })
    }
  }

  struct Output: WireShape {
    var deletedCount: Int
    var objects: WireReferences
    var saved: SavedResult?

    static var shape: Shape<Output> { Family.shapes.deleteOutput }

    static func makeShape() -> Shape<Output> {
      Shape(
        Self.init(deletedCount:objects:saved:),
        Field("deletedCount", "How many \(Family.nouns.many) were deleted.") { $0.deletedCount },
        Field("objects", "The deleted \(Family.nouns.many).") { $0.objects },
        Field("saved", "What was saved, if the request saves.") { $0.saved })
    }
  }

  static func handle(_ params: Params, _ environment: RequestEnvironment) throws(RPCError) -> Output {
    let steps = environment.stepsOfChanges(save: params.save)
    return try environment.reportingProgress("Deleting \(Family.nouns.many)", steps) { () throws(RPCError) in
      try delete(params, environment)
    }
  }

  private static func delete(_ params: Params, _ environment: RequestEnvironment) throws(RPCError) -> Output {
    let entity = try Family.entity(params.scope, in: environment)
    let selector = try ObjectSelector(
      Family.self, key: params.key, objectID: params.objectID, predicate: params.predicate,
      arguments: params.arguments, subentities: params.subentities, of: entity, in: environment)
    let objectIDs = try selector.objectIDs(of: entity, in: environment)
    let (objects, saved) = try environment.changing(save: params.save) { context throws(StoreError) in
      try objectIDs.enumerated().map { index, objectID throws(StoreError) in
        context.cancellation.note(.changing, index, of: objectIDs.count)
        return try context.delete(objectID, expectedVersion: params.ifVersion)
      }
    }
    return Output(
      deletedCount: objects.count,
      objects: WireReferences(objects, in: environment.server.coordinator.managedObjectModel), saved: saved)
  }
}
