import FoundationEssentials
import ObjectGraph
import PredicateLanguage
import SQLite

/// Reads objects and members from within a running statement, at its moment.
final class StatementReader: SchemaReader {
  let connection: Connection
  let schema: StoreSchema
  private let store: UUID
  /// The first error; what could not be read is missing.
  private(set) var failure: StoreError?

  init(_ connection: Connection, schema: StoreSchema, store: UUID) {
    self.connection = connection
    self.schema = schema
    self.store = store
  }

  /// Follows key paths.
  var paths: PathReader {
    PathReader(
      model: schema.model,
      find: { objectID in self.read { () throws(StoreError) in try self.object(objectID) } },
      members: { relationship, owner in
        self.read { () throws(StoreError) in try self.members(of: relationship, owner) } ?? []
      })
  }

  private func object(_ objectID: ObjectID) throws(StoreError) -> ObjectSnapshot? {
    guard objectID.store == store, let key = objectID.primaryKey,
      let entity = schema.model.entity(named: objectID.entity)
    else { return nil }
    let rows = try rows(of: entity, keys: [key])
    return rows.isEmpty ? nil : rows.snapshot(0, of: entity, in: store)
  }

  private func members(
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
