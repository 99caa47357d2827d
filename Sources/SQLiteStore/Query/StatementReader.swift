import FoundationEssentials
import ObjectGraph
import PredicateLanguage
import SQLite

/// Reads objects and members from within a running statement, at its moment.
///
/// It lives as long as the statement runs, and keeps what it has read: the same few objects are often asked for.
final class StatementReader: SchemaReader {
  /// Most objects, and most relationships of objects, that are kept.
  static let keptLimit = 10_000

  private struct Owner: Hashable {
    let relationship: String
    let objectID: ObjectID
  }

  let connection: Connection
  let schema: StoreSchema
  private let store: UUID
  /// The first error; what could not be read is missing.
  private(set) var failure: StoreError?
  private var objects: [ObjectID: ObjectSnapshot?] = [:]
  private var members: [Owner: [ObjectID]] = [:]

  init(_ connection: Connection, schema: StoreSchema, store: UUID) {
    self.connection = connection
    self.schema = schema
    self.store = store
  }

  /// Follows key paths.
  var paths: PathReader {
    PathReader(
      model: schema.model, find: { self.find($0) }, members: { self.members(of: $0, $1) })
  }

  private func find(_ objectID: ObjectID) -> ObjectSnapshot? {
    if let kept = objects[objectID] { return kept }
    let object = read { () throws(StoreError) in try self.object(objectID) }
    if objects.count == Self.keptLimit { objects.removeAll() }
    objects[objectID] = .some(object)
    return object
  }

  private func members(of relationship: ResolvedRelationship, _ objectID: ObjectID) -> [ObjectID] {
    let owner = Owner(relationship: relationship.name, objectID: objectID)
    if let kept = members[owner] { return kept }
    let found = read { () throws(StoreError) in try self.objectIDs(of: relationship, objectID) } ?? []
    if members.count == Self.keptLimit { members.removeAll() }
    members[owner] = found
    return found
  }

  private func object(_ objectID: ObjectID) throws(StoreError) -> ObjectSnapshot? {
    guard objectID.store == store, let key = objectID.primaryKey,
      let entity = schema.model.entity(named: objectID.entity)
    else { return nil }
    let rows = try rows(of: entity, keys: [key])
    return rows.isEmpty ? nil : rows.snapshot(0, of: entity, in: store)
  }

  private func objectIDs(
    of relationship: ResolvedRelationship, _ owner: ObjectID
  ) throws(StoreError) -> [ObjectID] {
    guard let key = owner.primaryKey else { return [] }
    return try members(of: relationship, owners: [key]).compactMap { member in
      relationship.destination.name(ofNumber: member.entity).map { name in
        ObjectID(store: store, entity: name, key: .permanent(member.key))
      }
    }
  }

  private func read<Value>(_ read: () throws(StoreError) -> Value?) -> Value? {
    do throws(StoreError) {
      return try read()
    } catch {
      failure = failure ?? error
      return nil
    }
  }
}
