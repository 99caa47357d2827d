import JSONRPC
import ObjectGraph

/// Which objects have, or had, changes.
struct WireChanges: WireShape {
  var inserted: WireReferences
  var updated: WireReferences
  var deleted: WireReferences

  static let shape = Shape(
    Self.init(inserted:updated:deleted:),
    Field("inserted", "New objects, in order of insertion.") { $0.inserted },
    Field("updated", "Changed objects.") { $0.updated },
    Field("deleted", "Objects to be deleted.") { $0.deleted })
}

extension WireChanges {
  init(_ changes: ChangeReferences, in model: ManagedObjectModel) {
    inserted = WireReferences(changes.inserted, in: model)
    updated = WireReferences(changes.updated, in: model)
    deleted = WireReferences(changes.deleted, in: model)
  }
}
