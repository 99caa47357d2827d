public import PredicateLanguage

/// Relationships by name, with objects in the place of their IDs.
///
/// Whichever end is changed, the other changes with it at once.
extension ManagedObject {
  /// The object that a to-one relationship leads to; nil for none.
  ///
  /// - Throws: `StoreError.unknownProperty` for what is no to-one relationship; `.objectNotFound`.
  public func object(forKey key: String) throws(StoreError) -> ManagedObject? {
    guard case .column? = entity.relationship(named: key)?.storage else {
      throw .unknownProperty(entity: entity.name, property: key)
    }
    guard case .objectID(let target) = try value(forKey: key) else { return nil }
    return try context().object(with: target)
  }

  /// Lets a to-one relationship lead to an object of the same context, or nowhere.
  ///
  /// - Throws: as for `setValue(_:forKey:)`.
  public func setObject(_ object: ManagedObject?, forKey key: String) throws(StoreError) {
    try setValue(object.map { .objectID($0.objectID) } ?? .null, forKey: key)
  }

  /// The IDs of the objects that a to-many relationship leads to.
  ///
  /// See `ManagedObjectContext.objectIDs(forRelationshipNamed:of:)`.
  public func objectIDs(forRelationshipNamed name: String) throws(StoreError) -> [ObjectID] {
    try context().objectIDs(forRelationshipNamed: name, of: objectID)
  }

  /// The objects that a to-many relationship leads to, in its order.
  public func objects(forRelationshipNamed name: String) throws(StoreError) -> [ManagedObject] {
    let context = try context()
    return try objectIDs(forRelationshipNamed: name).map { objectID throws(StoreError) in
      try context.object(with: objectID)
    }
  }

  /// How many objects a to-many relationship leads to; see `ManagedObjectContext.objectCount`.
  public func count(forRelationshipNamed name: String) throws(StoreError) -> Int {
    try context().objectCount(forRelationshipNamed: name, of: objectID)
  }

  /// Whether a to-many relationship leads to an object; see `ManagedObjectContext.contains`.
  public func contains(_ object: ManagedObject, inRelationship name: String) throws(StoreError) -> Bool {
    try context().contains(object.objectID, inRelationship: name, of: objectID)
  }

  /// Adds members; see `ManagedObjectContext.add`.
  public func add(
    _ objects: [ManagedObject], toRelationship name: String, at index: Int? = nil
  ) throws(StoreError) {
    try context().add(objects.map(\.objectID), toRelationship: name, of: objectID, at: index)
  }

  /// Removes members; see `ManagedObjectContext.remove`.
  public func remove(_ objects: [ManagedObject], fromRelationship name: String) throws(StoreError) {
    try context().remove(objects.map(\.objectID), fromRelationship: name, of: objectID)
  }

  /// Replaces all members; see `ManagedObjectContext.set`.
  public func set(_ objects: [ManagedObject], ofRelationship name: String) throws(StoreError) {
    try context().set(objects.map(\.objectID), ofRelationship: name, of: objectID)
  }

  /// Moves a member of an ordered relationship; see `ManagedObjectContext.move`.
  public func move(
    _ object: ManagedObject, inRelationship name: String, to index: Int
  ) throws(StoreError) {
    try context().move(object.objectID, inRelationship: name, of: objectID, to: index)
  }
}

extension AttributeValue {
  /// The IDs in a list, `.null` being the empty one.
  ///
  /// - Throws: `StoreError.destination` for anything else.
  func members(of relationship: ResolvedRelationship) throws(StoreError) -> [ObjectID] {
    if case .null = self { return [] }
    if case .list(let elements) = self {
      let objectIDs = elements.compactMap(\.objectID)
      if objectIDs.count == elements.count { return objectIDs }
    }
    throw .destination(property: relationship.name, expected: relationship.destination.name, nil)
  }
}
