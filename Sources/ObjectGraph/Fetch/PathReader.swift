import PredicateLanguage

/// Follows key paths from objects in memory, through relationships to the values of other objects.
///
/// A path through a to-many relationship gives a list, one element for each object that it leads to: for one that is
/// missing behind a to-one relationship, null. A to-many relationship of an object that is missing itself gives null
/// at the beginning of a path, and nothing in the middle of a list.
struct PathReader {
  private let entity: (String) -> EntityDescription?
  private let find: (ObjectID) -> ObjectSnapshot?
  private let members: (ResolvedRelationship, ObjectID) -> [ObjectID]

  /// - Parameters:
  ///   - find: the object of an ID; nil if it does not exist.
  ///   - members: what a to-many relationship of an object leads to, in its order or by identity.
  init(
    model: ManagedObjectModel, find: @escaping (ObjectID) -> ObjectSnapshot?,
    members: @escaping (ResolvedRelationship, ObjectID) -> [ObjectID]
  ) {
    entity = { model.entity(named: $0) }
    self.find = find
    self.members = members
  }

  /// A reader of rows that are no objects, and lead nowhere but to the ends of their own columns.
  init(rowsOf entity: EntityDescription) {
    self.entity = { _ in entity }
    find = { _ in nil }
    members = { _, _ in [] }
  }

  /// Where a path leads from an object.
  func value(at path: BoundKeyPath, from snapshot: ObjectSnapshot) -> AttributeValue {
    value(at: path, path.steps[...], from: snapshot)
  }

  /// Where a path leads from an object that another term gave.
  ///
  /// - Parameter value: an object; anything else is an object that is missing.
  func value(at path: BoundKeyPath, from value: AttributeValue) -> AttributeValue {
    guard case .objectID(let objectID) = value, let snapshot = find(objectID) else {
      return path.isToMany ? .list([]) : .null
    }
    return self.value(at: path, from: snapshot)
  }

  private func value(
    at path: BoundKeyPath, _ steps: ArraySlice<BoundKeyPath.Step>, from snapshot: ObjectSnapshot
  ) -> AttributeValue {
    guard let step = steps.first else { return end(of: path, snapshot) }
    let rest = steps.dropFirst()
    guard step.relationship.isToMany else {
      let reference = value(of: step.relationship.name, in: snapshot)
      return value(at: path, rest, behind: reference)
    }
    var values: [AttributeValue] = []
    for objectID in objects(at: step, from: snapshot) {
      switch value(at: path, rest, behind: .objectID(objectID)) {
      case .list(let inner): values += inner
      // A to-many relationship of nothing has no objects.
      case .null where rest.contains(where: \.relationship.isToMany): continue
      case let value: values.append(value)
      }
    }
    return .list(values)
  }

  /// Goes on behind a reference; the identity at the end is known without the object.
  private func value(
    at path: BoundKeyPath, _ steps: ArraySlice<BoundKeyPath.Step>, behind reference: AttributeValue
  ) -> AttributeValue {
    guard case .objectID(let next) = reference else { return .null }
    if steps.isEmpty, path.target == .object { return reference }
    return find(next).map { value(at: path, steps, from: $0) } ?? .null
  }

  private func objects(at step: BoundKeyPath.Step, from snapshot: ObjectSnapshot) -> [ObjectID] {
    let relationship = entity(snapshot.objectID.entity)?.relationship(named: step.relationship.name)
    return relationship.map { members($0, snapshot.objectID) } ?? []
  }

  private func end(of path: BoundKeyPath, _ snapshot: ObjectSnapshot) -> AttributeValue {
    switch path.target {
    case .object: return .objectID(snapshot.objectID)
    case .attribute(let attribute, let column):
      let isOfEntity = sameBytes(snapshot.objectID.entity, path.entity)
      return isOfEntity ? snapshot.values[column] : value(of: attribute.name, in: snapshot)
    }
  }

  /// The value of a property by name; `.null` if the object's entity has no such column.
  func value(of property: String, in snapshot: ObjectSnapshot) -> AttributeValue {
    let entity = entity(snapshot.objectID.entity)
    return entity?.columnIndex(named: property).map { snapshot.values[$0] } ?? .null
  }
}
