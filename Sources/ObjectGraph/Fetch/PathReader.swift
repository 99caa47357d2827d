import PredicateLanguage

/// Follows key paths from objects in memory, through to-one relationships to the values of other objects.
struct PathReader {
  private let entity: (String) -> EntityDescription?
  private let find: (ObjectID) -> ObjectSnapshot?

  /// - Parameter find: the object of an ID; nil if it does not exist.
  init(model: ManagedObjectModel, find: @escaping (ObjectID) -> ObjectSnapshot?) {
    entity = { model.entity(named: $0) }
    self.find = find
  }

  /// A reader of rows that are no objects, and lead nowhere but to the ends of their own columns.
  init(rowsOf entity: EntityDescription) {
    self.entity = { _ in entity }
    find = { _ in nil }
  }

  /// Where a path leads; `.null` where a relationship on the way leads nowhere, or to an object that is gone.
  func value(at path: BoundKeyPath, from snapshot: ObjectSnapshot) -> AttributeValue {
    var current = snapshot
    for (index, step) in path.steps.enumerated() {
      let reference = value(of: step.relationship.name, in: current)
      guard case .objectID(let next) = reference else { return .null }
      // The identity at the end is known without the object.
      if path.target == .object, index == path.steps.count - 1 { return reference }
      guard let found = find(next) else { return .null }
      current = found
    }
    switch path.target {
    case .object: return .objectID(current.objectID)
    case .attribute(let attribute, let column):
      let isOfEntity = sameBytes(current.objectID.entity, path.entity)
      return isOfEntity ? current.values[column] : value(of: attribute.name, in: current)
    }
  }

  /// The value of a property by name; `.null` if the object's entity has no such column.
  func value(of property: String, in snapshot: ObjectSnapshot) -> AttributeValue {
    let entity = entity(snapshot.objectID.entity)
    return entity?.columnIndex(named: property).map { snapshot.values[$0] } ?? .null
  }
}
