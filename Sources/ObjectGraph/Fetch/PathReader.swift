import PredicateLanguage

/// Follows key paths from objects in memory, through relationships to the values of other objects.
///
/// A path through a to-many relationship gives a list, one element for each object that it leads to: for one that is
/// missing behind a to-one relationship, null. A to-many relationship of an object that is missing itself gives null
/// at the beginning of a path, and nothing in the middle of a list.
package struct PathReader {
  private let entity: (String) -> EntityDescription?
  private let find: (ObjectID) -> ObjectSnapshot?
  private let members: (ResolvedRelationship, ObjectID) -> [ObjectID]

  /// - Parameters:
  ///   - find: the object of an ID; nil if it does not exist.
  ///   - members: what a to-many relationship of an object leads to, in its order or by identity.
  package init(
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

  /// Where a path leads from what another term gave.
  ///
  /// - Parameter value: an object, or a list of them; anything else is an object that is missing.
  package func value(at path: BoundKeyPath, from value: AttributeValue) -> AttributeValue {
    guard case .list(let elements) = value else {
      return self.value(at: path, path.steps[...], behind: value)
    }
    return list(at: path, path.steps[...], behind: elements)
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
    return list(at: path, rest, behind: objects(at: step, from: snapshot).map { .objectID($0) })
  }

  /// The values behind several references in one list.
  private func list(
    at path: BoundKeyPath, _ steps: ArraySlice<BoundKeyPath.Step>, behind references: [AttributeValue]
  ) -> AttributeValue {
    let isToMany = steps.contains(where: \.relationship.isToMany)
    var values: [AttributeValue] = []
    for reference in references {
      switch value(at: path, steps, behind: reference) {
      case .list(let inner): values += inner
      // A to-many relationship of nothing has no objects.
      case .null where isToMany: continue
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
