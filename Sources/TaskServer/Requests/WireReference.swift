import PredicateLanguage
import JSON
import JSONRPC
import ObjectGraph

/// An object by its keys only: `$objectID`, `$entity`, and the uuid of those that have one.
struct WireReference: WireType {
  let snapshot: ObjectSnapshot
  /// Position of the entity's uuid column; nil if it has none.
  let uuidColumn: Int?

  init(_ snapshot: ObjectSnapshot, in model: ManagedObjectModel) {
    self.snapshot = snapshot
    uuidColumn = model.entity(named: snapshot.objectID.entity)?.columnIndex(named: "uuid")
  }

  static var schema: JSONSchema {
    .object([
      .init("$objectID", WireRow.objectIDSchema, isRequired: true),
      .init("$entity", WireRow.entitySchema, isRequired: true),
      .init("uuid", .string.described("A task's uuid."), isRequired: false),
    ])
  }

  static func read(from reader: inout WireReader) throws(WireError) -> WireReference {
    throw .expected("nothing: references are only sent")
  }

  func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("$objectID")
    writer.write(snapshot.objectID)
    writer.key("$entity")
    writer.write(snapshot.objectID.entity)
    if let uuidColumn, case .string(let uuid) = snapshot.values[uuidColumn] {
      writer.key("uuid")
      writer.write(uuid)
    }
    writer.endObject()
  }
}

extension WireReference {
  /// References to several objects.
  static func list(_ snapshots: [ObjectSnapshot], in model: ManagedObjectModel) -> [WireReference] {
    snapshots.map { WireReference($0, in: model) }
  }
}

/// Which objects have, or had, changes.
struct WireChanges: WireShape {
  var inserted: [WireReference]
  var updated: [WireReference]
  var deleted: [WireReference]

  static let shape = Shape(
    Self.init(inserted:updated:deleted:),
    Field("inserted", "New objects, in order of insertion.") { $0.inserted },
    Field("updated", "Changed objects.") { $0.updated },
    Field("deleted", "Objects to be deleted.") { $0.deleted })
}

extension WireChanges {
  init(_ changes: ChangeReferences, in model: ManagedObjectModel) {
    inserted = WireReference.list(changes.inserted, in: model)
    updated = WireReference.list(changes.updated, in: model)
    deleted = WireReference.list(changes.deleted, in: model)
  }
}
