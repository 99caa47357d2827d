import JSON
package import ObjectGraph
import PredicateLanguage

/// The members of the to-many relationships that are shown of the objects of a result.
package struct RelatedObjects: Sendable {
  /// For each relationship for each object its members; an object without the relationship has none.
  private var lists: [[[ObjectID]]] = []

  /// Of a result that shows no to-many relationship.
  package init() {}

  /// - Parameter lists: for each relationship of the writer, for each object of the result.
  package init(_ lists: [[[ObjectID]]]) { self.lists = lists }

  /// Writes the members of one object as an array of IDs.
  func write(_ relationship: Int, of row: Int, to writer: inout JSONWriter) {
    writer.beginArray()
    // An object that no store has leads nowhere.
    if lists.indices.contains(relationship) {
      for (index, objectID) in lists[relationship][row].enumerated() {
        // Not `element`, which may send what is there: who writes a dictionary goes back to its beginning.
        if index > 0 { writer.append(",") }
        writer.write(objectID)
      }
    }
    writer.endArray()
  }

  /// The same with every ID as a save left it.
  func resolved(by coordinator: PersistentStoreCoordinator) -> RelatedObjects {
    RelatedObjects(lists.map { rows in rows.map { ids in ids.map { coordinator.resolve($0) } } })
  }
}

extension ManagedObjectContext {
  /// The members of to-many relationships, for all objects of a result.
  ///
  /// - Parameter names: each a to-many relationship of some of the objects' entities.
  /// - Complexity: one question to the store for each relationship, however many the objects.
  func related(_ names: [String], of objectIDs: [ObjectID]) throws(StoreError) -> RelatedObjects {
    if names.isEmpty { return RelatedObjects() }
    let byEntity = Dictionary(grouping: objectIDs.indices) { objectIDs[$0].entity }
    var lists: [[[ObjectID]]] = []
    for name in names {
      // Subentities may declare different relationships of one name.
      var questions: [ResolvedRelationship: [Int]] = [:]
      for (entityName, places) in byEntity {
        let relationship = try entity(named: entityName).relationship(named: name)
        if let relationship, relationship.isToMany { questions[relationship, default: []] += places }
      }
      let none: [ObjectID] = []
      var members = Array(repeating: none, count: objectIDs.count)
      for places in questions.values {
        let found = try self.objectIDs(
          forRelationshipNamed: name, ofEach: places.map { objectIDs[$0] })
        for (place, ids) in zip(places, found) { members[place] = ids }
      }
      lists.append(members)
    }
    return RelatedObjects(lists)
  }
}
