import JSON
import JSONRPC
import ObjectGraph
import PredicateLanguage

/// Which objects an update or a delete is about: exactly one way of saying it.
enum ObjectSelector {
  case key(name: String, any ObjectKey)
  case objectID(ObjectID)
  case predicate(BoundPredicate, includesSubentities: Bool)

  /// Reads the members that select.
  ///
  /// - Parameters:
  ///   - pointer: where the members stand.
  /// - Throws: `invalidParams` unless exactly one is there; an empty one is an error, for it never means all.
  init<Family: ObjectFamily>(
    _ family: Family.Type, key: Family.Key?, objectID: String?, predicate: String?, arguments: JSONValue?,
    subentities: Family.Subentities, of entity: EntityDescription, in environment: RequestEnvironment
  ) throws(RPCError) {
    try Self.check(
      [(Family.keyName, key?.json), ("objectID", objectID?.json), ("predicate", predicate?.json)],
      names: Family.keyNames + ["predicate"], at: "/params")
    if arguments != nil && predicate == nil {
      throw .invalidParams(at: "/params/arguments", "There is no predicate that takes arguments.")
    }
    if let predicate {
      self = .predicate(
        try environment.predicate(predicate, arguments, for: entity),
        includesSubentities: subentities.areIncluded)
    } else {
      try self.init(family, key: key, objectID: objectID, at: "/params", of: entity, in: environment)
    }
  }

  /// Reads the members that select one object.
  ///
  /// - Throws: as above.
  init<Family: ObjectFamily>(
    _ family: Family.Type, key: Family.Key?, objectID: String?, at pointer: String,
    of entity: EntityDescription,
    in environment: RequestEnvironment
  ) throws(RPCError) {
    try Self.check(
      [(Family.keyName, key?.json), ("objectID", objectID?.json)], names: Family.keyNames, at: pointer)
    if let objectID {
      self = .objectID(try Self.read(objectID, at: "\(pointer)/objectID", of: entity, in: environment))
    } else if let key {
      self = .key(name: Family.keyName, key)
    } else {
      throw .internalError
    }
  }

  private static func check(
    _ members: [(name: String, value: JSONValue?)], names: [String], at pointer: String
  ) throws(RPCError) {
    let given = members.filter { $0.value != nil }
    guard given.count == 1 else {
      let message =
        given.isEmpty
        ? "Say which objects are meant: \(names.list(joinedBy: "or"))."
        : "Give one of \(names.list(joinedBy: "and"))."
      throw .invalidParams(
        at: pointer, message, expected: "exactly one of \(names.list(joinedBy: "and"))")
    }
    guard let empty = given.first(where: { $0.value == "" }) else { return }
    let hint = empty.name == "predicate" ? "; TRUEPREDICATE selects all" : ""
    throw .invalidParams(at: "\(pointer)/\(empty.name)", "An empty \(empty.name) selects nothing\(hint).")
  }

  /// Reads an object ID.
  ///
  /// - Throws: `invalidParams` for what is none, `object.notFound` for an object of another store, or of an entity that is not
  ///   the one asked for or below it.
  static func read(
    _ text: String, at pointer: String = "/params/objectID", of entity: EntityDescription?,
    in environment: RequestEnvironment
  ) throws(RPCError) -> ObjectID {
    guard let objectID = ObjectID(uri: text) else {
      throw .invalidParams(
        at: pointer, "\(pointer) is not an object ID.", expected: "x-coredata://STORE/Entity/pN or …/tUUID")
    }
    let isOfStore = objectID.store == environment.server.store.identifier
    guard isOfStore, entity.map({ $0.family.contains(objectID.entity) }) ?? true else {
      throw Faults.objectNotFound(["objectID": .string(text)])
    }
    return objectID
  }
}

extension ObjectSelector {
  /// Whether the selector names one object by its key.
  var isKey: Bool {
    if case .predicate = self { false } else { true }
  }

  /// The entity whose properties the selected objects surely have: that of the one object, where its ID tells it.
  func entity(within entity: EntityDescription) -> EntityDescription {
    guard case .objectID(let objectID) = self else { return entity }
    return entity.member(named: objectID.entity) ?? entity
  }

  /// The selected objects that the context shows.
  ///
  /// - Throws: `object.notFound` for a key without an object; a predicate may select none.
  func objectIDs(
    of entity: EntityDescription, in environment: RequestEnvironment
  ) throws(RPCError) -> [ObjectID] {
    switch self {
    case .objectID(let objectID): return [objectID]
    case .key(let name, let key):
      let rows = try environment.rows(of: entity, name, key)
      return [rows.objectID(0, of: entity, in: environment.server.store.identifier)]
    case .predicate(let predicate, let includesSubentities):
      let query = StoreQuery(
        entity: entity, predicate: predicate, includesSubentities: includesSubentities)
      let rows = try environment.withContext { context throws(StoreError) in try context.fetch(query) }
      return (0..<rows.count).map { rows.objectID($0, of: entity, in: environment.server.store.identifier) }
    }
  }
}
