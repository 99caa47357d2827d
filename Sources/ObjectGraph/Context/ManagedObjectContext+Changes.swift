import FoundationEssentials
public import PredicateLanguage

extension ManagedObjectContext {
  /// Makes a new object, pending until the next save.
  ///
  /// - Parameter values: one for each of the entity's columns; start from `EntityDescription.defaultRow`.
  /// - Returns: its temporary ID, which keeps resolving after the save.
  /// - Throws: `StoreError.valueType` for the first value its attribute cannot hold, `.destination` for an object that
  ///   a relationship cannot lead to, `.externalRelationship` for one of another store, `.objectNotFound` for one
  ///   that is not there, `.abstractEntity`, `.readOnly`.
  public func insert(_ entity: EntityDescription, values: [AttributeValue]) throws(StoreError) -> ObjectID {
    try insert(entity, rows: [values])[0].objectID
  }

  /// Makes new objects, all or none, pending until the next save.
  ///
  /// - Parameter rows: for each object one value for each of the entity's columns.
  /// - Returns: what the context shows of them, in the order given.
  /// - Throws: as for one object; nothing has changed then.
  public func insert(
    _ entity: EntityDescription, rows: [[AttributeValue]]
  ) throws(StoreError) -> [ObjectSnapshot] {
    if entity.isAbstract { throw .abstractEntity(entity.name) }
    let store = try writableStore(of: entity).identifier
    // Most values fit, which the type alone can tell; the description of a column is a large value to copy.
    let types = entity.columns.map(\.settableType)
    for (index, row) in rows.enumerated() {
      try cancellation.check()
      cancellation.note(.changing, index, of: rows.count)
      precondition(row.count == types.count, "a row needs one value for each column")
      for column in types.indices where types[column]?.accepts(row[column]) != true {
        try check(row[column], fits: column, of: entity, in: store)
      }
    }
    if rows.count > 1 { tracker.reserve(rows.count, of: entity.name) }
    if !hooks(of: entity).isEmpty { return try insertAwaking(entity, rows) }
    return try insertUnhooked(entity, rows, in: store)
  }

  private func insertUnhooked(
    _ entity: EntityDescription, _ rows: [[AttributeValue]], in store: UUID
  ) throws(StoreError) -> [ObjectSnapshot] {
    if entity.hasReferences { return try insertRelated(entity, rows, in: store) }
    return rows.map { insert($0, of: entity, in: store) }
  }

  /// Makes new objects and wakes each.
  private func insertAwaking(
    _ entity: EntityDescription, _ rows: [[AttributeValue]]
  ) throws(StoreError) -> [ObjectSnapshot] {
    let store = try writableStore(of: entity).identifier
    return try atomically { () throws(StoreError) in
      let made = try insertUnhooked(entity, rows, in: store)
      for snapshot in made { try run(\.awakeFromInsert, of: snapshot.objectID) }
      return try made.map { made throws(StoreError) in try snapshot(made.objectID) }
    }
  }

  /// Makes one new object of values that fit and lead nowhere.
  func insert(_ row: [AttributeValue], of entity: EntityDescription, in store: UUID) -> ObjectSnapshot {
    let objectID = ObjectID(store: store, entity: entity.name, key: .temporary(tracker.makeName()))
    mutate(objectID, to: .inserted(order: tracker.makeOrder(), values: row))
    return ObjectSnapshot(objectID: objectID, version: 0, values: row)
  }

  /// Changes properties of an object, pending until the next save.
  ///
  /// A property set to the value it already has is no change.
  /// - Parameter expectedVersion: what `ObjectSnapshot.version` must be, now and again inside the save's
  ///   transaction; nil for any.
  /// - Returns: what the context shows of the object now.
  /// - Throws: `StoreError.objectNotFound`, `.version`, `.valueType`, `.readOnly`, `.cancelled`; nothing has
  ///   changed then.
  @discardableResult
  public func update(
    _ objectID: ObjectID, _ changes: [PropertyChange], expectedVersion: Int64? = nil
  ) throws(StoreError) -> ObjectSnapshot {
    let objectID = persistentStoreCoordinator.resolve(objectID)
    let entity = try entity(named: objectID.entity)
    guard changes.contains(where: { entity.reference(ofColumn: $0.column) != nil }) else {
      return try change(objectID, changes, expectedVersion: expectedVersion)
    }
    return try updateRelated(objectID, of: entity, changes, expectedVersion)
  }

  /// Changes columns of an object, and nothing at the other ends of its relationships.
  @discardableResult
  func change(
    _ objectID: ObjectID, _ changes: [PropertyChange], expectedVersion: Int64? = nil
  ) throws(StoreError) -> ObjectSnapshot {
    try cancellation.check()
    let entity = try entity(named: objectID.entity)
    try checkIsWritable(objectID, entity)
    for change in changes {
      try check(change.value, fits: change.column, of: entity, in: objectID.store)
    }
    let committed = try committedSnapshot(objectID, of: entity)
    let pending = tracker[objectID]
    guard let visible = visible(objectID, pending, committed) else { throw .objectNotFound(objectID) }
    try check(expectedVersion, objectID, committed ?? (objectID.isTemporary ? visible : nil))
    switch pending {
    case .inserted(let order, var values):
      for change in changes { values[change.column] = change.value }
      mutate(objectID, to: .inserted(order: order, values: values))
      return ObjectSnapshot(objectID: objectID, version: 0, values: values)
    case .updated(var update):
      update.add(changes, over: committed ?? update.base)
      update.expectedVersion = expectedVersion ?? update.expectedVersion
      mutate(objectID, to: update.isEmpty ? nil : .updated(update))
      return update.applied(to: committed ?? update.base)
    case .deleted: throw .objectNotFound(objectID)
    case nil:
      var update = ChangeSet.Update(base: visible, changes: [], expectedVersion: expectedVersion)
      update.add(changes, over: visible)
      if !update.isEmpty { mutate(objectID, to: .updated(update)) }
      return update.applied(to: visible)
    }
  }

  /// Deletes an object, pending until the next save; a new object that was never saved just goes.
  ///
  /// The delete rules of its relationships are followed at once: objects at the other ends are deleted too, or lead
  /// nowhere from now on. A rule that denies is checked at the save (1600), so that the dependants may go as well.
  /// - Parameter expectedVersion: as for `update`.
  /// - Returns: what the context showed of the object last.
  /// - Throws: `StoreError.objectNotFound`, `.version`, `.readOnly`, `.cancelled`; nothing has changed then.
  @discardableResult
  public func delete(_ objectID: ObjectID, expectedVersion: Int64? = nil) throws(StoreError) -> ObjectSnapshot
  {
    let objectID = persistentStoreCoordinator.resolve(objectID)
    let entity = try entity(named: objectID.entity)
    guard !entity.relationships.isEmpty || !hooks(of: entity).isEmpty else {
      return try markDeleted(objectID, expectedVersion: expectedVersion)
    }
    return try atomically { () throws(StoreError) in
      let last = try markDeleted(objectID, expectedVersion: expectedVersion)
      try propagateDeletion(of: last)
      return last
    }
  }

  /// Deletes one object, whatever its relationships say.
  func markDeleted(
    _ objectID: ObjectID, expectedVersion: Int64? = nil
  ) throws(StoreError) -> ObjectSnapshot {
    try cancellation.check()
    let entity = try entity(named: objectID.entity)
    try checkIsWritable(objectID, entity)
    try run(\.prepareForDeletion, of: objectID)
    let committed = try committedSnapshot(objectID, of: entity)
    let pending = tracker[objectID]
    guard let visible = visible(objectID, pending, committed) else { throw .objectNotFound(objectID) }
    try check(expectedVersion, objectID, committed ?? (objectID.isTemporary ? visible : nil))
    switch pending {
    case .inserted: mutate(objectID, to: nil)
    case .updated(let update):
      // An unsettled conflict of the changes becomes one of the deletion.
      let isUnsettled = update.conflict(with: committed) != nil
      let base = isUnsettled ? update.base : committed ?? update.base
      mutate(
        objectID,
        to: .deleted(
          ChangeSet.Deletion(snapshot: base, expectedVersion: expectedVersion ?? update.expectedVersion)))
    case .deleted, nil:
      mutate(
        objectID, to: .deleted(ChangeSet.Deletion(snapshot: visible, expectedVersion: expectedVersion)))
    }
    return visible
  }

  func mutate(_ objectID: ObjectID, to change: PendingChange?) {
    tracker.set(objectID, to: change)
    if blockDepth == 0 { tracker.forgetHistory() }
  }

  /// The store for new objects of an entity.
  ///
  /// - Throws: `StoreError.open` if there is none; `.readOnly`.
  func writableStore(of entity: EntityDescription) throws(StoreError) -> any PersistentStore {
    let store = try persistentStoreCoordinator.store(holding: entity)
    if store.isReadOnly { throw .readOnly }
    return store
  }

  /// Whether an object can be changed.
  ///
  /// - Throws: `StoreError.objectNotFound` if its store is not there any more; `.readOnly`.
  private func checkIsWritable(_ objectID: ObjectID, _ entity: EntityDescription) throws(StoreError) {
    if isOfRemovedStore(objectID) { throw .objectNotFound(objectID) }
    _ = try writableStore(of: entity)
  }

  /// Objects of two stores cannot be related.
  ///
  /// - Parameter store: the one at this end.
  /// - Throws: `StoreError.externalRelationship`.
  func checkIsInternal(
    _ target: ObjectID, to store: UUID, _ property: String
  ) throws(StoreError) {
    if persistentStoreCoordinator.isExternal(target, to: store) {
      throw .externalRelationship(property: property, target)
    }
  }

  private func check(
    _ value: AttributeValue, fits column: Int, of entity: EntityDescription, in store: UUID
  ) throws(StoreError) {
    switch entity.columns[column] {
    case .attribute(let attribute):
      guard attribute.type.accepts(value) else {
        throw .valueType(property: attribute.name, expected: attribute.type)
      }
      if value != .null, attribute.derivationExpression != nil { throw .derivedProperty(attribute.name) }
    case .relationship(let relationship):
      guard let family = entity.reference(ofColumn: column) else { return }
      switch value {
      case .null: return
      case .objectID(let objectID) where family.contains(objectID.entity):
        try checkIsInternal(objectID, to: store, relationship.name)
      case .objectID(let objectID):
        throw .destination(property: relationship.name, expected: family.name, objectID)
      default: throw .destination(property: relationship.name, expected: family.name, nil)
      }
    }
  }

  private func check(
    _ expectedVersion: Int64?, _ objectID: ObjectID, _ committed: ObjectSnapshot?
  ) throws(StoreError) {
    guard let expectedVersion, (committed?.version ?? 0) != expectedVersion else { return }
    // The change that asks for the version is the one that is not made.
    throw .version(
      VersionConflict(
        objectID: objectID, expected: expectedVersion, actual: committed, wasWithdrawn: true))
  }
}

extension ChangeSet.Update {
  var isEmpty: Bool { changes.isEmpty && changedRelationships.isEmpty }

  /// Lays more changes over these.
  ///
  /// A column changed for the first time is based on what is committed now; one set back to what it was based
  /// on is changed no more.
  mutating func add(_ more: [PropertyChange], over committed: ObjectSnapshot) {
    for change in more {
      let index = changes.firstIndex { $0.column == change.column }
      if index == nil { base.values[change.column] = committed.values[change.column] }
      let isBack =
        change.value == base.values[change.column] && change.value == committed.values[change.column]
      switch (index, isBack) {
      case (let index?, true): changes.remove(at: index)
      case (let index?, false): changes[index] = change
      case (nil, true): break
      case (nil, false): changes.append(change)
      }
    }
    changes.sort { $0.column < $1.column }
  }
}

extension PropertyDescription {
  /// The type whose values can be set; nil where more than a type decides: relationships and derived attributes.
  fileprivate var settableType: AttributeType? {
    guard case .attribute(let attribute) = self, attribute.derivationExpression == nil else { return nil }
    return attribute.type
  }
}
