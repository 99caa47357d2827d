import PredicateLanguage

extension ManagedObjectContext {
  /// Most rounds in which objects change while they are about to be saved: Core Data's own limit.
  static let willSaveRounds = 1_000

  /// The hooks of an entity, those of the entities above it first; empty if there are none.
  func hooks(of entity: EntityDescription) -> [EntityHooks] {
    let known = persistentStoreCoordinator.hooks
    if known.isEmpty { return [] }
    var lineage = [entity]
    while let name = lineage.last?.superentityName,
      let above = persistentStoreCoordinator.managedObjectModel.entity(named: name)
    {
      lineage.append(above)
    }
    return lineage.reversed().compactMap { known[$0.name] }
  }

  /// Runs one of an object's hooks.
  func run(
    _ hook: KeyPath<EntityHooks, EntityHooks.Action?>, of objectID: ObjectID
  ) throws(StoreError) {
    if persistentStoreCoordinator.hooks.isEmpty { return }
    for hooks in hooks(of: try entity(named: objectID.entity)) {
      if let action = hooks[keyPath: hook] { try action(try object(with: objectID)) }
    }
  }

  /// Lets every object that a save would write have its say, until none changes any more.
  ///
  /// - Throws: what a hook throws; `StoreError.limit` after `willSaveRounds`.
  func runWillSave() throws(StoreError) {
    guard persistentStoreCoordinator.hooks.values.contains(where: { $0.willSave != nil }) else { return }
    var seen: [ObjectID: PendingChange] = [:]
    for _ in 0..<Self.willSaveRounds {
      let pending = tracker.entities.flatMap { Array(tracker.pending(of: $0)) }
        .filter { seen[$0.key]?.isSame(as: $0.value) != true }
        .sorted { $0.key.precedes($1.key) }
      if pending.isEmpty { return }
      for (objectID, change) in pending {
        seen[objectID] = change
        try run(\.willSave, of: objectID)
      }
    }
    throw .limit("rounds of willSave", Self.willSaveRounds)
  }

  /// Every failure that the hooks find.
  func hookFailures(of changes: ChangeSet) throws(StoreError) -> [ValidationFailure] {
    if persistentStoreCoordinator.hooks.isEmpty { return [] }
    var failures: [ValidationFailure] = []
    for entityChanges in changes.entities {
      for hooks in hooks(of: entityChanges.entity) {
        let checks: [(EntityHooks.Check?, [ObjectID])] = [
          (hooks.validateForInsert, entityChanges.insertions.map(\.objectID)),
          (hooks.validateForUpdate, entityChanges.updates.map(\.base.objectID)),
          (hooks.validateForDelete, entityChanges.deletions.map(\.snapshot.objectID)),
        ]
        for case (let check?, let objectIDs) in checks {
          for objectID in objectIDs { failures += try check(try object(with: objectID)) }
        }
      }
    }
    return failures
  }

  /// The objects whose hooks want to know that they were saved; their handles are held until then.
  func savedObjects(of changes: ChangeSet) throws(StoreError) -> [ManagedObject] {
    guard persistentStoreCoordinator.hooks.values.contains(where: { $0.didSave != nil }) else { return [] }
    var objects: [ManagedObject] = []
    for entityChanges in changes.entities
    where hooks(of: entityChanges.entity).contains(where: { $0.didSave != nil }) {
      let objectIDs =
        entityChanges.insertions.map(\.objectID) + entityChanges.updates.map(\.base.objectID)
        + entityChanges.deletions.map(\.snapshot.objectID)
      for objectID in objectIDs { objects.append(try object(with: objectID)) }
    }
    return objects
  }

  /// Tells objects that they were saved.
  func runDidSave(_ objects: [ManagedObject]) {
    for object in objects {
      for hooks in hooks(of: object.entity) { hooks.didSave?(object) }
    }
  }
}

extension PendingChange {
  /// Whether the object is to be saved alike.
  fileprivate func isSame(as other: PendingChange) -> Bool {
    switch (self, other) {
    case (.inserted(_, let left), .inserted(_, let right)): left == right
    case (.updated(let left), .updated(let right)):
      left.changes == right.changes && left.changedRelationships == right.changedRelationships
    case (.deleted, .deleted): true
    default: false
    }
  }
}
