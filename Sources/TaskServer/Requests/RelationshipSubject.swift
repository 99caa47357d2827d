import JSON
import JSONRPC
import ObjectGraph
import PredicateLanguage
import Spelling

/// The one relationship of one object that a request is about.
struct RelationshipSubject {
  let objectID: ObjectID
  let relationship: ResolvedRelationship
  private let environment: RequestEnvironment

  /// Reads the members that name it.
  ///
  /// - Parameter entity: what the object must be, or inherit from; nil for any.
  /// - Throws: `entity.unknown`, `invalidParams` for what is no object ID or no relationship, `object.notFound`,
  ///   `property.unknown`.
  init(
    _ objectID: String, _ entity: String?, _ name: String, in environment: RequestEnvironment
  ) throws(RPCError) {
    self.environment = environment
    let expected = try entity.map { name throws(RPCError) in try environment.entity(name) }
    self.objectID = try ObjectSelector.read(objectID, of: expected, in: environment)
    guard let own = environment.server.coordinator.managedObjectModel.entity(named: self.objectID.entity)
    else { throw Faults.objectNotFound(["objectID": .string(objectID)]) }
    guard let relationship = own.relationship(named: name) else {
      throw Self.noRelationship(name, of: own)
    }
    self.relationship = relationship
  }

  private static func noRelationship(_ name: String, of entity: EntityDescription) -> RPCError {
    if entity.property(named: name) != nil {
      return .invalidParams(
        at: pointer, "\(name) is an attribute; object.update changes it.", expected: "a relationship")
    }
    let nearest = NearestName.of(name, in: entity.relationships.map(\.name))
    return Faults.unknownProperty(name, of: entity.name, nearest: nearest, at: pointer)
  }

  private static let pointer = "/params/relationship"

  /// The context with the object.
  static func contextField<Root>(_ get: @escaping @Sendable (Root) -> String) -> Field<Root, String> {
    Field("context", "The context with the object.", default: ContextPool.viewName, get: get)
  }

  static func entityField<Root>(_ get: @escaping @Sendable (Root) -> String?) -> Field<Root, String?> {
    Field("entity", "The object must be of this entity or one below it.", get: get)
  }

  static func objectIDField<Root>(_ get: @escaping @Sendable (Root) -> String) -> Field<Root, String> {
    Field("objectID", "The object that has the relationship.", get: get)
  }

  static func saveField<Root>(_ get: @escaping @Sendable (Root) -> Bool?) -> Field<Root, Bool?> {
    Field("save", "Save the context afterwards, all or nothing.", get: get)
  }
}

// MARK: - What it must be

extension RelationshipSubject {
  /// - Throws: `invalidParams` for a to-one relationship.
  func checkLeadsToMany() throws(RPCError) {
    if relationship.isToMany { return }
    throw .invalidParams(
      at: Self.pointer, "\(relationship.name) leads to one object; object.update sets it.",
      expected: "a to-many relationship")
  }

  /// - Throws: `invalidParams` for a relationship without an order.
  func checkHasOrder() throws(RPCError) {
    if relationship.isToMany, relationship.description.isOrdered { return }
    throw .invalidParams(
      at: Self.pointer, "\(relationship.name) has no order, so its members have no index.",
      expected: "an ordered relationship")
  }

  /// - Parameter isInsertion: whether the place behind the last member is one, too.
  /// - Throws: `invalidParams` for an index that is no place among the members.
  func checkPlace(_ index: Int, isInsertion: Bool) throws(RPCError) {
    let count = try count()
    let places = 0..<(isInsertion ? count + 1 : count)
    if places.contains(index) { return }
    let expected =
      places.isEmpty ? "no index: there is no member" : "an integer from 0 to \(places.count - 1)"
    throw .invalidParams(
      at: "/params/index", "\(relationship.name) has \(count) members and no place \(index).",
      expected: expected)
  }

  /// How many members the context shows.
  func count() throws(RPCError) -> Int {
    try environment.withContext { context throws(StoreError) in
      try context.objectCount(forRelationshipNamed: relationship.name, of: objectID)
    }
  }

  /// The objects that the request names.
  ///
  /// - Throws: `value.type` with the place of the first that the relationship cannot lead to.
  func mentions(_ texts: [String], at pointer: String) throws(RPCError) -> [Mention] {
    let reader = LinkReader(relationship.destination)
    do throws(ValueError) {
      return try reader.list(.array(texts.map { .string($0) }), at: pointer)
    } catch {
      throw Faults.value(error, of: objectID.entity)
    }
  }

  /// The one object that the request names; as above.
  func mention(_ text: String, at pointer: String) throws(RPCError) -> Mention {
    do throws(ValueError) {
      return try LinkReader(relationship.destination).link(.string(text), at: pointer)
    } catch {
      throw Faults.value(error, of: objectID.entity)
    }
  }
}

// MARK: - Changes

/// What a request made of a relationship.
struct RelationshipChange: WireShape {
  var objectID: String
  var relationship: String
  var count: Int
  var saved: SavedResult?

  static let shape = Shape(
    Self.init(objectID:relationship:count:saved:),
    Field("objectID", "The object that has the relationship.") { $0.objectID },
    Field("relationship", "The relationship.") { $0.relationship },
    Field("count", "How many members it has now.") { $0.count },
    Field("saved", "What was saved, if the request saves.") { $0.saved })
}

extension RelationshipSubject {
  /// Runs a change of the members, all or nothing.
  ///
  /// - Parameters:
  ///   - mentions: the objects that the request names.
  ///   - body: changes the relationship of that name of that object.
  func changing(
    save: Bool?, _ mentions: [Mention],
    _ body: (ManagedObjectContext, String, ObjectID) throws(StoreError) -> Void
  ) throws(RPCError) -> RelationshipChange {
    try checkLeadsToMany()
    var count = 0
    let change = try environment.changing(save: save, showing: nil, mentions) { context throws(StoreError) in
      try body(context, relationship.name, objectID)
      count = try context.objectCount(forRelationshipNamed: relationship.name, of: objectID)
      return [try context.snapshot(objectID)]
    }
    return RelationshipChange(
      objectID: change.objects[0].objectID.uri, relationship: relationship.name, count: count,
      saved: change.saved)
  }
}

extension ErrorKind {
  /// What any method about a relationship may give.
  static let ofRelationships =
    [unknownEntity, objectNotFound, unknownProperty] + ofReading

  /// What any method that changes one may give.
  static let ofRelationshipChanges = ofRelationships + [valueType] + ofSaving
}
