import ObjectGraph
import PredicateLanguage

/// Objects that a request makes.
struct NewObjects {
  /// For each object a value for each column.
  var rows: [[AttributeValue]]
  /// For each object what its values say about relationships; empty where the entity has none.
  var links: [LinkedValues]

  /// Every object that a value leads to.
  var mentions: [Mention] { links.flatMap(\.mentions) }
}

extension ManagedObjectContext {
  /// Makes new objects.
  ///
  /// - Throws: as `insert` and `set(_:ofRelationship:of:)`; run inside of `atomically` to make all or none.
  func insert(_ entity: EntityDescription, _ objects: NewObjects) throws(StoreError) -> [ObjectSnapshot] {
    let made = try insert(entity, rows: objects.rows)
    for (snapshot, links) in zip(made, objects.links) {
      for members in links.members {
        try set(members.objectIDs, ofRelationship: members.relationship, of: snapshot.objectID)
      }
    }
    return made
  }
}
