public import PredicateLanguage

/// One object of one context, read and changed by property name.
///
/// What it shows is what its context shows: pending changes over the newest commit. There is one for each ID in a
/// context, so `===` means the same object.
public final class ManagedObject {
  /// Temporary until the object is first saved.
  public internal(set) var objectID: ObjectID
  /// What the object is.
  public let entity: EntityDescription
  /// Nil once the context is gone.
  public private(set) weak var managedObjectContext: ManagedObjectContext?

  /// What was read of it, as long as that is the newest.
  var held = HeldValues()
  /// The rows that its values are in, kept as long as the object is.
  var rows: FetchedRows?

  init(_ objectID: ObjectID, of entity: EntityDescription, in context: ManagedObjectContext) {
    self.objectID = objectID
    self.entity = entity
    managedObjectContext = context
  }

  /// The value of a property; `.null` for none.
  ///
  /// A to-one relationship gives an `.objectID`, a to-many relationship a `.list` of them, in its order.
  /// - Throws: `StoreError.unknownProperty`; `.objectNotFound` if the object or its context is gone.
  public func value(forKey key: String) throws(StoreError) -> AttributeValue {
    if entity.relationship(named: key)?.isToMany ?? false {
      return .list(try objectIDs(forRelationshipNamed: key).map { .objectID($0) })
    }
    if entity.transientAttribute(named: key) != nil {
      return try context().transientValue(forKey: key, of: objectID)
    }
    return try context().snapshot(objectID).values[column(key)]
  }

  /// Changes a property, pending until the context is saved; the other end of a relationship changes with it.
  ///
  /// - Throws: as for `value(forKey:)`, and `StoreError.valueType`; for relationships `.destination` and
  ///   `.objectNotFound`.
  public func setValue(_ value: AttributeValue, forKey key: String) throws(StoreError) {
    if let relationship = entity.relationship(named: key), relationship.isToMany {
      let members = try value.members(of: relationship)
      return try context().set(members, ofRelationship: key, of: objectID)
    }
    if entity.transientAttribute(named: key) != nil {
      return try context().setTransientValue(value, forKey: key, of: objectID)
    }
    try context().update(objectID, [PropertyChange(column: column(key), value: value)])
  }

  /// Made in this context and not saved yet.
  public var isInserted: Bool {
    if case .inserted = managedObjectContext?.tracker[objectID] { true } else { false }
  }

  /// Saved, and changed since.
  public var isUpdated: Bool {
    if case .updated = managedObjectContext?.tracker[objectID] { true } else { false }
  }

  /// To be deleted by the next save.
  public var isDeleted: Bool { managedObjectContext?.tracker[objectID]?.isDeletion ?? false }

  /// The pending values of attributes and to-one relationships by name; empty unless `isUpdated`.
  public func changedValues() -> [String: AttributeValue] {
    guard case .updated(let update) = managedObjectContext?.tracker[objectID] else { return [:] }
    let changed = update.changes.filter { $0.column < entity.propertyColumnCount }
    return Dictionary(uniqueKeysWithValues: changed.map { (entity.columns[$0.column].name, $0.value) })
  }

  func context() throws(StoreError) -> ManagedObjectContext {
    guard let managedObjectContext else { throw .objectNotFound(objectID) }
    return managedObjectContext
  }

  private func column(_ key: String) throws(StoreError) -> Int {
    guard let column = entity.columnIndex(named: key) else {
      throw .unknownProperty(entity: entity.name, property: key)
    }
    return column
  }
}

extension ManagedObjectContext {
  /// The object of an ID, whether it exists or not; reading it tells.
  public func object(with objectID: ObjectID) throws(StoreError) -> ManagedObject {
    let objectID = persistentStoreCoordinator.resolve(objectID)
    let entity = try entity(named: objectID.entity)
    var isNew = false
    let object = identityMap.object(objectID) {
      isNew = !objectID.isTemporary
      return ManagedObject(objectID, of: entity, in: self)
    }
    if isNew { try run(\.awakeFromFetch, of: objectID) }
    return object
  }

  /// The object of an ID that exists.
  ///
  /// - Throws: `StoreError.objectNotFound`.
  public func existingObject(with objectID: ObjectID) throws(StoreError) -> ManagedObject {
    _ = try snapshot(objectID)
    return try object(with: objectID)
  }

  /// Makes a new object with the entity's default values.
  public func insertNewObject(forEntityName name: String) throws(StoreError) -> ManagedObject {
    let entity = try entity(named: name)
    return try object(with: insert(entity, values: entity.defaultRow))
  }

  /// Deletes an object at the next save.
  public func delete(_ object: ManagedObject) throws(StoreError) {
    try delete(object.objectID)
  }

  /// The objects that match a request.
  ///
  /// Faults, unless the request says otherwise: their values are here, but were not looked at.
  /// - Throws: `StoreError.predicate` for a predicate that does not fit the entity; `.unknownProperty` for a key path
  ///   for prefetching that is none of relationships; what reading throws.
  public func fetch(_ request: FetchRequest) throws(StoreError) -> [ManagedObject] {
    let query = try request.bound(in: self)
    let store = try persistentStoreCoordinator.store(holding: query.entity)
    let mark = try reader(of: store).commitMark
    let rows = try fetch(query, includesPendingChanges: request.includesPendingChanges)
    let kept = mark.map { FetchedRows(rows, of: query.entity, $0) }
    var objects: [ManagedObject] = []
    objects.reserveCapacity(rows.count)
    for row in 0..<rows.count {
      let objectID = rows.objectID(row, of: query.entity, in: store.identifier)
      // Rows of changed objects show the changes, not what is committed.
      let isCommitted = tracker.isEmpty || tracker[objectID] == nil
      if let kept, isCommitted { identityMap.file(objectID, in: kept, at: row) }
      objects.append(try object(with: objectID))
      guard !request.returnsObjectsAsFaults, let mark, isCommitted else { continue }
      objects[row].held.keep(rows.snapshot(row, of: query.entity, in: store.identifier), mark)
    }
    if let kept { try prefetch(request.relationshipKeyPathsForPrefetching, for: rows, kept) }
    return objects
  }

  /// How many objects match a request; its limit and offset are ignored.
  public func count(for request: FetchRequest) throws(StoreError) -> Int {
    try count(request.bound(in: self), includesPendingChanges: request.includesPendingChanges)
  }
}
