import PredicateLanguage

/// What an error says of one object.
protocol ObjectFault {
  var objectID: ObjectID { get }
  /// True: the object was changed inside the `atomically` block that failed, and that change was withdrawn.
  var wasWithdrawn: Bool { get set }
}

extension MergeConflict: ObjectFault {}
extension ConstraintConflict: ObjectFault {}
extension VersionConflict: ObjectFault {}
extension ValidationFailure: ObjectFault {}

extension ObjectFault {
  fileprivate func marked(_ objectIDs: Set<ObjectID>) -> Self {
    var marked = self
    marked.wasWithdrawn = wasWithdrawn || objectIDs.contains(objectID)
    return marked
  }
}

extension StoreError {
  /// The error with `wasWithdrawn` set on each failing object of `objectIDs`.
  func marking(_ objectIDs: Set<ObjectID>) -> StoreError {
    switch self {
    case .invalid(let failures): .invalid(failures.map { $0.marked(objectIDs) })
    case .conflict(let conflicts): .conflict(conflicts.map { $0.marked(objectIDs) })
    case .constraint(let conflict): .constraint(conflict.marked(objectIDs))
    case .version(let conflict): .version(conflict.marked(objectIDs))
    case .incompleteSave(let saved, let failed, let underlying):
      .incompleteSave(savedStores: saved, failedStore: failed, underlying: underlying.marking(objectIDs))
    default: self
    }
  }
}
