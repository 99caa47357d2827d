import JSON
import JSONRPC
import ObjectGraph
import PredicateLanguage

/// Which objects an update or a delete is about: exactly one way of saying it.
enum ObjectSelector {
  case uuid(String)
  case objectID(ObjectID)
  case predicate(BoundPredicate)

  /// Reads the three members.
  ///
  /// - Throws: `invalidParams` unless exactly one is there; an empty one is an error, for it never means all.
  init(
    uuid: String?, objectID: String?, predicate: String?, arguments: JSONValue?, of entity: EntityDescription,
    in environment: RequestEnvironment
  ) throws(RPCError) {
    let given = [("uuid", uuid), ("objectID", objectID), ("predicate", predicate)].filter { $0.1 != nil }
    guard given.count == 1 else {
      let message =
        given.isEmpty
        ? "Say which objects are meant: uuid, objectID or predicate."
        : "Give one of uuid, objectID and predicate."
      throw .invalidParams(at: "/params", message, expected: "exactly one of uuid, objectID and predicate")
    }
    if let empty = given.first(where: { $0.1?.isEmpty == true }) {
      let hint = empty.0 == "predicate" ? "; TRUEPREDICATE selects all" : ""
      throw .invalidParams(at: "/params/\(empty.0)", "An empty \(empty.0) selects nothing\(hint).")
    }
    if arguments != nil && predicate == nil {
      throw .invalidParams(at: "/params/arguments", "There is no predicate that takes arguments.")
    }
    if let uuid {
      self = .uuid(uuid)
    } else if let objectID {
      self = .objectID(try Self.read(objectID, of: entity, in: environment))
    } else {
      self = .predicate(try environment.predicate(predicate ?? "", arguments, for: entity))
    }
  }

  /// Reads an object ID.
  ///
  /// - Throws: `invalidParams` for what is none, `object.notFound` for an object of another entity or store.
  static func read(
    _ text: String, at pointer: String = "/params/objectID", of entity: EntityDescription?,
    in environment: RequestEnvironment
  ) throws(RPCError) -> ObjectID {
    guard let objectID = ObjectID(uri: text) else {
      throw .invalidParams(
        at: pointer, "\(pointer) is not an object ID.", expected: "x-coredata://STORE/Entity/pN or …/tUUID")
    }
    let isOfStore = objectID.store == environment.server.store.identifier
    guard isOfStore, entity.map({ sameBytes($0.name, objectID.entity) }) ?? true else {
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

  /// The selected objects that the context shows.
  ///
  /// - Throws: `object.notFound` for a key without an object; a predicate may select none.
  func objectIDs(
    of entity: EntityDescription, in environment: RequestEnvironment
  ) throws(RPCError) -> [ObjectID] {
    switch self {
    case .objectID(let objectID): return [objectID]
    case .uuid(let uuid):
      let rows = try environment.rows(of: entity, uuid: uuid)
      return [rows.objectID(0, of: entity, in: environment.server.store.identifier)]
    case .predicate(let predicate):
      let query = StoreQuery(entity: entity, predicate: predicate)
      let rows = try environment.reading { context throws(StoreError) in try context.fetch(query) }
      return (0..<rows.count).map { rows.objectID($0, of: entity, in: environment.server.store.identifier) }
    }
  }
}
