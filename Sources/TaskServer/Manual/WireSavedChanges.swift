import JSONRPC

/// The params of `context.didSave`, for the manual.
struct WireSavedChanges: WireShape {
  var context: String
  var inserted: WireReferences
  var updated: WireReferences
  var deleted: WireReferences

  static let shape = Shape(
    Self.init(context:inserted:updated:deleted:),
    Field("context", "The context that was saved.") { $0.context },
    Field("inserted", "New objects.") { $0.inserted },
    Field("updated", "Changed objects.") { $0.updated },
    Field("deleted", "Deleted objects.") { $0.deleted })
}
