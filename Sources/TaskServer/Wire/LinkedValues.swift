package import ObjectGraph
import PredicateLanguage

/// What the values of one object say about its relationships.
package struct LinkedValues: Hashable, Sendable {
  /// All members of a to-many relationship from now on.
  package struct Members: Hashable, Sendable {
    /// Its name.
    package var relationship: String
    /// In the order of the request; each may be named more than once.
    package var objectIDs: [ObjectID]
  }

  /// The to-many relationships that were named, in the order of the request.
  package var members: [Members] = []
  /// Every object that a value leads to.
  package var mentions: [Mention] = []

  /// Nothing.
  package init() {}

  mutating func set(_ relationship: String, to links: [Mention]) {
    members.append(Members(relationship: relationship, objectIDs: links.map(\.objectID)))
    mentions += links
  }
}

/// An object and the place in the request that names it, as a JSON Pointer.
package struct Mention: Hashable, Sendable {
  /// The object, which need not exist.
  package var objectID: ObjectID
  /// Where the request names it.
  package var pointer: String
}

/// What an object is to be changed to.
package struct ObjectChanges: Hashable, Sendable {
  /// Columns of the entity that the changes were read for.
  package var columns: [PropertyChange] = []
  /// What is said of to-many relationships, and which objects are named.
  package var links = LinkedValues()

  /// Nothing.
  package init() {}

  /// The same for an object of a subentity, whose columns have other positions.
  ///
  /// - Parameter entity: the one they were read for.
  func moved(from entity: EntityDescription, to member: EntityDescription) -> ObjectChanges {
    var moved = self
    moved.columns = columns.compactMap { change in
      member.columnIndex(named: entity.columns[change.column].name)
        .map { PropertyChange(column: $0, value: change.value) }
    }
    return moved
  }
}

extension ManagedObjectContext {
  /// Changes an object.
  ///
  /// - Throws: as `update` and `set(_:ofRelationship:of:)`; run inside of `atomically` to change all or nothing.
  func apply(
    _ changes: ObjectChanges, to objectID: ObjectID, expectedVersion: Int64? = nil
  ) throws(StoreError) -> ObjectSnapshot {
    for members in changes.links.members {
      try set(members.objectIDs, ofRelationship: members.relationship, of: objectID)
    }
    // Last, so that the expected version is kept with whatever is pending then.
    return try update(objectID, changes.columns, expectedVersion: expectedVersion)
  }
}
