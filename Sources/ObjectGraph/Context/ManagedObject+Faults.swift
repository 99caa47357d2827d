public import PredicateLanguage

/// Faults: objects whose values are not here yet, as Core Data calls them.
///
/// Values are read when they are first asked for, those of the other objects of the same fetch with them, and kept. What
/// is kept is shown only while nobody has committed anything: an object without pending changes shows the newest commit,
/// fault or not. Source: Apple's Core Data Programming Guide, "Faulting and Uniquing".
extension ManagedObject {
  /// Whether none of the object's values are here; asking does not read them.
  ///
  /// False for new and changed objects, whose values are the context's own.
  public var isFault: Bool { held.isFault && managedObjectContext?.tracker[objectID] == nil }

  /// Whether what a relationship leads to has to be read; asking does not read it.
  ///
  /// The destination of a to-one relationship is among the object's values. True also for what is no relationship.
  public func hasFault(forRelationshipNamed name: String) -> Bool {
    guard let relationship = entity.relationship(named: name) else { return true }
    if objectID.isTemporary { return false }
    return relationship.isToMany ? !held.hasMembers(name) : isFault
  }

  func turnIntoFault() {
    held = HeldValues()
    rows = nil
  }
}

extension ManagedObjectContext {
  /// The object of an ID, if somebody holds it; nothing is made or read.
  public func registeredObject(for objectID: ObjectID) -> ManagedObject? {
    identityMap.registeredObject(persistentStoreCoordinator.resolve(objectID))
  }

  /// Every object of this context that somebody holds, in no order.
  public var registeredObjects: [ManagedObject] { identityMap.registeredObjects }

  /// Makes every object a fault; pending changes stay, based on the newest commit from now on.
  ///
  /// Transient attributes are lost, as by `refresh`.
  /// - Throws: what reading the changed objects throws; nothing has changed then.
  public func refreshAllObjects() throws(StoreError) {
    let changed = tracker.entities.flatMap { tracker.pending(of: $0).keys.filter { !$0.isTemporary } }
    _ = try refresh(changed.sorted { $0.precedes($1) }, keepChanges: true)
    for object in registeredObjects {
      identityMap.turnIntoFault(object.objectID)
      tracker.forgetTransients(of: object.objectID)
    }
  }
}
