import PredicateLanguage

/// What a context wants to do with one object at its next save.
///
/// The large cases are indirect: a context may hold very many new objects.
enum PendingChange: Sendable {
  /// A new object; `order` is its place among the context's insertions.
  case inserted(order: Int, values: [AttributeValue])
  indirect case updated(ChangeSet.Update)
  indirect case deleted(ChangeSet.Deletion)
}

extension PendingChange {
  /// What a reader of the context sees of the object, given its committed row; nil if it sees nothing.
  ///
  /// Changed properties show their pending values, all others the newest committed ones. An object that
  /// somebody else deleted stays visible with the values its changes are based on, until the conflict is
  /// settled.
  func visible(_ objectID: ObjectID, over committed: ObjectSnapshot?) -> ObjectSnapshot? {
    switch self {
    case .inserted(_, let values): ObjectSnapshot(objectID: objectID, version: 0, values: values)
    case .updated(let update): update.applied(to: committed ?? update.base)
    case .deleted: nil
    }
  }

  var isDeletion: Bool {
    if case .deleted = self { true } else { false }
  }
}
