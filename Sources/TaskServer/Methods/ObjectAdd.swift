import JSON
import JSONRPC
import ObjectGraph

/// The methods `task.add`, `category.add` and `object.insert`.
enum ObjectAdd<Family: ObjectFamily>: Method {
  static var name: String { "\(Family.prefix).\(Family.addVerb)" }
  static var summary: String {
    """
    Adds one \(Family.nouns.one) (`values`) or many (`objects`, all or none). \(Family.keyNote)
    """
  }
  static var chapter: String? { "add" }
  static var effect: Effect { .write }
  static var reportsProgress: Bool { true }
  static var errors: [ErrorKind] {
    Family.scopeErrors + [.unknownProperty, .valueType] + ErrorKind.ofReading + ErrorKind.ofSaving
  }
  static var example: MethodExample {
    MethodExample(
      params: #"{\#(Family.sample.scope)"values": \#(Family.sample.values)}"#,
      result: Family.sample.pendingJSON)
  }

  struct Params: WireShape {
    var context: String
    var scope: Family.Scope
    var values: RawJSON?
    var objects: RawArray?
    var properties: [String]?
    var save: Bool?

    static var shape: Shape<Params> { Family.shapes.addParams }

    static func makeShape() -> Shape<Params> {
      Shape(
        Self.init(context:scope:values:objects:properties:save:),
        Family.contextField("The context to add to.") { $0.context },
        Family.scopeField { $0.scope },
        Field("values", "The values of one \(Family.nouns.one) by property name.") { $0.values },
        Field(
          "objects",
          "The values of many \(Family.nouns.many); an error names the `index` of the first bad one."
        ) {
          $0.objects
        },
        Field(
          "properties",
          "For `objects`: give the \(Family.nouns.many) with these properties instead of references."
        ) {
          $0.properties
        },
        Field("save", "Save the context afterwards, all or nothing.") { $0.save })
    }
  }

  static func handle(_ params: Params, _ environment: RequestEnvironment) throws(RPCError) -> AddResult {
    let entity = try Family.entity(params.scope, in: environment)
    guard !EntityRole.settings.isPlayed(by: entity) else {
      throw .invalidParams(
        at: "/params/entity", "There is one Settings object; settings.set makes and changes it.",
        expected: "an entity of many objects")
    }
    if entity.isAbstract { throw Faults(server: environment.server).rpcError(.abstractEntity(entity.name)) }
    switch (params.values, params.objects) {
    case (let values?, nil):
      let steps = environment.stepsOfChanges(save: params.save)
      return try environment.reportingProgress("Adding one \(Family.nouns.one)", steps) {
        () throws(RPCError) in
        try addOne(values, entity, params, environment)
      }
    case (nil, let objects?):
      let steps = environment.stepsOfChanges(save: params.save)
      return try environment.reportingProgress("Adding \(Family.nouns.many)", steps) { () throws(RPCError) in
        try addMany(objects, entity, params, environment)
      }
    default:
      throw .invalidParams(
        at: "/params", "Give values or objects.", expected: "exactly one of values and objects")
    }
  }

  private static func addOne(
    _ values: RawJSON, _ entity: EntityDescription, _ params: Params, _ environment: RequestEnvironment
  ) throws(RPCError) -> AddResult {
    let new = try environment.newRow(values, of: entity, at: "/params/values")
    let writer = try environment.writer(of: entity, properties: params.properties)
    let change = try environment.changing(save: params.save, showing: writer, new.mentions) {
      context throws(StoreError) in
      try context.insert(entity, new)
    }
    return .one(
      WireRow(
        rows: try environment.rows(change.objects, of: entity), writer: writer, related: change.related,
        saved: change.saved))
  }

  private static func addMany(
    _ objects: RawArray, _ entity: EntityDescription, _ params: Params, _ environment: RequestEnvironment
  ) throws(RPCError) -> AddResult {
    let new = try environment.newRows(objects, of: entity, at: "/params/objects")
    let writer = try params.properties.map { names throws(RPCError) in
      try environment.writer(of: entity, properties: names)
    }
    let change = try environment.changing(save: params.save, showing: writer, new.mentions) {
      context throws(StoreError) in
      try context.insert(entity, new)
    }
    return .many(
      try ChangedObjects(change.objects, writer, change.related, in: environment), change.saved)
  }
}

/// The result of an add: the object, or the objects.
enum AddResult: WireType {
  case one(WireRow)
  case many(ChangedObjects, SavedResult?)

  static var schema: JSONSchema { .any(of: [WireRow.savingSchema, Many.schema]) }

  static func read(from reader: inout WireReader) throws(WireError) -> AddResult {
    throw .expected("nothing: objects are only sent")
  }

  func write(to writer: inout JSONWriter) {
    switch self {
    case .one(let row): row.write(to: &writer)
    case .many(let objects, let saved): Many(objects: objects, saved: saved).write(to: &writer)
    }
  }

  private struct Many: WireShape {
    var objects: ChangedObjects
    var saved: SavedResult?

    static let shape = Shape(
      Self.init(objects:saved:),
      Field("objects", "References in the order given, or whole objects if `properties` was given.") {
        $0.objects
      },
      Field("saved", "What was saved, if the request saves.") { $0.saved })
  }
}
