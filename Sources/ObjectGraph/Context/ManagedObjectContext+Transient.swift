public import PredicateLanguage

/// Transient attributes: values that a context keeps for an object and that no store ever sees.
///
/// They are no change that a save would write. They stay over a save, are taken back with a block that fails, and are
/// lost with `refresh`, `rollback` and `reset`. Predicates cannot name them. Source: Apple's Core Data Programming
/// Guide, "Non-Standard Persistent Attributes".
extension ManagedObjectContext {
  /// The value of a transient attribute; its default where none was set.
  ///
  /// - Throws: `StoreError.objectNotFound`, `.unknownProperty` for what is no transient attribute.
  public func transientValue(forKey key: String, of objectID: ObjectID) throws(StoreError) -> AttributeValue {
    let objectID = try snapshot(objectID).objectID
    let attribute = try transientAttribute(key, of: objectID)
    return tracker.transients[objectID]?[key] ?? attribute.defaultValue
  }

  /// Sets a transient attribute.
  ///
  /// - Throws: as for reading, and `StoreError.valueType`.
  public func setTransientValue(
    _ value: AttributeValue, forKey key: String, of objectID: ObjectID
  ) throws(StoreError) {
    let objectID = try snapshot(objectID).objectID
    let attribute = try transientAttribute(key, of: objectID)
    guard attribute.type == .undefined || attribute.type.accepts(value) else {
      throw .valueType(property: key, expected: attribute.type)
    }
    tracker.setTransient(objectID, key, to: value)
    if blockDepth == 0 { tracker.forgetHistory() }
  }

  private func transientAttribute(
    _ name: String, of objectID: ObjectID
  ) throws(StoreError) -> AttributeDescription {
    let entity = try entity(named: objectID.entity)
    guard let attribute = entity.transientAttribute(named: name) else {
      throw .unknownProperty(entity: entity.name, property: name)
    }
    return attribute
  }
}

extension EntityDescription {
  /// The transient attribute of that name, own or inherited; nil if there is none.
  public func transientAttribute(named name: String) -> AttributeDescription? {
    guard case .attribute(let attribute)? = property(named: name), attribute.isTransient else { return nil }
    return attribute
  }
}
