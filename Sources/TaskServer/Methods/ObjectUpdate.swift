import JSON
import JSONRPC
import ObjectGraph
import PredicateLanguage

/// The methods `task.update`, `category.update` and `object.update`.
enum ObjectUpdate<Family: ObjectFamily>: Method {
  static var name: String { "\(Family.prefix).update" }
  static var summary: String {
    """
    Changes one \(Family.nouns.one) by key, all that match a predicate, or several each in its own way (`updates`); all \
    or none. Setting a property to the value it has is no change. Objects are looked up before any \
    of them is changed.
    """
  }
  static var chapter: String? { "update" }
  static var effect: Effect { .write }
  static var reportsProgress: Bool { true }
  static var errors: [ErrorKind] {
    Family.scopeErrors + [.objectNotFound, .unknownProperty] + ErrorKind.ofPredicates + ErrorKind.ofReading
      + ErrorKind.ofSaving
  }
  static var example: MethodExample {
    MethodExample(
      params: #"""
        {\#(Family.sample.scope)\#(Family.sample.key), "values": \#(Family.sample.change.values), "save": true}
        """#,
      result: #"""
        {"updatedCount": 1, "objects": [\#(Family.sample.changedJSON)], \#
        "saved": \#(Family.sample.savedResult(updated: 1))}
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
    var values: RawJSON?
    var ifVersion: Int64?
    var updates: [Item]?
    var properties: [String]?
    var save: Bool?

    static var shape: Shape<Params> { Family.shapes.updateParams }

    static func makeShape() -> Shape<Params> {
      Shape(
        Self.init(
          context:scope:key:objectID:predicate:arguments:subentities:values:ifVersion:updates:properties:
          save:),
        Family.contextField("The context to change in.") { $0.context },
        Family.scopeField { $0.scope },
        Family.keyField("exactly one of this, `objectID`, `predicate` and `updates`.") { $0.key },
        Field("objectID", "The \(Family.nouns.one)'s object ID.") { $0.objectID },
        Field("predicate", "Which \(Family.nouns.many); `TRUEPREDICATE` for all.") { $0.predicate },
        Field("arguments", "An array for `%@`, `%K`, `%d`, or an object for `$NAME`.") { $0.arguments },
        Family.subentitiesField { $0.subentities },
        Field("values", "The new values by property name; null takes a value away.") { $0.values },
        Field(
          "ifVersion", "Only if the \(Family.nouns.one) has this `$version`, now and when it is saved."
        ) { $0.ifVersion },
        Field(
          "updates",
          "Changes of several \(Family.nouns.many); an error names the `index` of the first bad one."
        ) {
          $0.updates
        },
        Field("properties", "Give the \(Family.nouns.many) with these properties.") { $0.properties },
        Field("save", "Save the context afterwards, all or nothing.") { $0.save })
    }
  }

  /// The change of one object among several.
  struct Item: WireShape {
    var key: Family.Key?
    var objectID: String?
    var values: RawJSON
    var ifVersion: Int64?

    static var shape: Shape<Item> { Family.shapes.updateItem }

    static func makeShape() -> Shape<Item> {
      Shape(
        Self.init(key:objectID:values:ifVersion:),
        Family.keyField("this or `objectID`.") { $0.key },
        Field("objectID", "The \(Family.nouns.one)'s object ID.") { $0.objectID },
        Field("values", "The new values by property name; null takes a value away.") { $0.values },
        Field("ifVersion", "Only if the \(Family.nouns.one) has this `$version`.") { $0.ifVersion })
    }
  }

  struct Output: WireShape {
    var updatedCount: Int
    var objects: ChangedObjects
    var saved: SavedResult?

    static var shape: Shape<Output> { Family.shapes.updateOutput }

    static func makeShape() -> Shape<Output> {
      Shape(
        Self.init(updatedCount:objects:saved:),
        Field("updatedCount", "How many \(Family.nouns.many) were selected.") { $0.updatedCount },
        Field("objects", "The whole \(Family.nouns.one) for one selected by key, otherwise references.") {
          $0.objects
        },
        Field("saved", "What was saved, if the request saves.") { $0.saved })
    }
  }

  static func handle(_ params: Params, _ environment: RequestEnvironment) throws(RPCError) -> Output {
    let steps = environment.stepsOfChanges(save: params.save)
    return try environment.reportingProgress("Updating \(Family.nouns.many)", steps) { () throws(RPCError) in
      try update(params, environment)
    }
  }

  private static func update(_ params: Params, _ environment: RequestEnvironment) throws(RPCError) -> Output {
    let entity = try Family.entity(params.scope, in: environment)
    let (steps, isKey) = try steps(params, entity, environment)
    let needsWhole = isKey || params.properties != nil
    let writer = needsWhole ? try environment.writer(of: entity, properties: params.properties) : nil
    let mentions = steps.flatMap(\.changes.links.mentions)
    let change = try environment.changing(save: params.save, showing: writer, mentions) {
      context throws(StoreError) in
      try steps.enumerated().map { index, step throws(StoreError) in
        context.cancellation.note(.changing, index, of: steps.count)
        return try context.apply(step.changes, to: step.objectID, expectedVersion: step.expectedVersion)
      }
    }
    let objects = change.objects
    let last = Dictionary(objects.map { ($0.objectID, $0) }) { _, later in later }
    // An object that was changed twice is shown twice, both times as it is in the end.
    let shown = last.count == objects.count ? objects : objects.map { last[$0.objectID] ?? $0 }
    return Output(
      updatedCount: last.count,
      objects: try ChangedObjects(shown, writer, change.related, in: environment), saved: change.saved)
  }

  /// The change of one object.
  private struct Step {
    var objectID: ObjectID
    var changes: ObjectChanges
    var expectedVersion: Int64?
  }

  /// - Returns: also whether one object was named by its key.
  private static func steps(
    _ params: Params, _ entity: EntityDescription, _ environment: RequestEnvironment
  ) throws(RPCError) -> (steps: [Step], isKey: Bool) {
    if let updates = params.updates { return (try steps(updates, params, entity, environment), false) }
    guard let values = params.values else {
      throw .invalidParams(WireError(.missing("values")))
    }
    let selector = try ObjectSelector(
      Family.self, key: params.key, objectID: params.objectID, predicate: params.predicate,
      arguments: params.arguments, subentities: params.subentities, of: entity, in: environment)
    let changes = try changes(values, of: selector.entity(within: entity), at: "/params/values", environment)
    let objectIDs = try selector.objectIDs(of: entity, in: environment)
    return (
      objectIDs.map { Step(objectID: $0, changes: changes($0.entity), expectedVersion: params.ifVersion) },
      selector.isKey
    )
  }

  /// The changes that values stand for, by the name of an object's own entity.
  ///
  /// - Parameter entity: that of the object, or one above those of all objects: the values name its properties.
  private static func changes(
    _ values: RawJSON, of entity: EntityDescription, at pointer: String, _ environment: RequestEnvironment
  ) throws(RPCError) -> (String) -> ObjectChanges {
    let own = try environment.changes(values, of: entity, at: pointer)
    let below = Dictionary(
      entity.subentities.map { ($0.name, own.moved(from: entity, to: $0)) }
    ) { first, _ in first }
    return { below[$0] ?? own }
  }

  private static func steps(
    _ updates: [Item], _ params: Params, _ entity: EntityDescription, _ environment: RequestEnvironment
  ) throws(RPCError) -> [Step] {
    let isAlone =
      params.key == nil && params.objectID == nil && params.predicate == nil && params.arguments == nil
      && params.values == nil && params.ifVersion == nil
    guard isAlone else {
      throw .invalidParams(
        at: "/params/updates", "updates says itself which objects and values are meant.",
        expected: "updates alone, with keys, values and ifVersion in its elements")
    }
    var steps: [Step] = []
    for (index, item) in updates.enumerated() {
      do throws(RPCError) {
        steps.append(try step(item, at: "/params/updates/\(index)", entity, environment))
      } catch {
        throw error.adding("index", .integer(Int64(index)))
      }
    }
    return steps
  }

  private static func step(
    _ item: Item, at pointer: String, _ entity: EntityDescription, _ environment: RequestEnvironment
  ) throws(RPCError) -> Step {
    let selector = try ObjectSelector(
      Family.self, key: item.key, objectID: item.objectID, at: pointer, of: entity, in: environment)
    // A key selects one object, or throws.
    let changes = try changes(
      item.values, of: selector.entity(within: entity), at: "\(pointer)/values", environment)
    let objectID = try selector.objectIDs(of: entity, in: environment)[0]
    return Step(objectID: objectID, changes: changes(objectID.entity), expectedVersion: item.ifVersion)
  }
}
