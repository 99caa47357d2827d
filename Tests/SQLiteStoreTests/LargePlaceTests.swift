import ObjectGraph
import PredicateLanguage
import SQLite
import SQLiteStore
import Testing

/// Places in ordered relationships are numbers of the file, and so any number.
@Suite struct `Places at the end of the number range` {
  @Test func `behind the greatest, all get new places`() throws {
    let test = try OrderedNotes(lastPlace: .max)
    let before = try test.list.objectIDs(forRelationshipNamed: "notes")
    let note = try test.context.insertNewObject(forEntityName: "Note")
    try test.list.add([note], toRelationship: "notes", at: 2)
    try test.context.save()
    #expect(try test.list.objectIDs(forRelationshipNamed: "notes") == before + [note.objectID])
    try test.list.move(note, inRelationship: "notes", to: 0)
    try test.context.save()
    #expect(try test.list.objectIDs(forRelationshipNamed: "notes") == [note.objectID] + before)
  }

  @Test func `before the least, too`() throws {
    let test = try OrderedNotes(lastPlace: .min)
    let before = try test.list.objectIDs(forRelationshipNamed: "notes")
    #expect(before.map(\.primaryKey) == [2, 1])
    let note = try test.context.insertNewObject(forEntityName: "Note")
    try test.list.add([note], toRelationship: "notes", at: 0)
    try test.context.save()
    #expect(try test.list.objectIDs(forRelationshipNamed: "notes") == [note.objectID] + before)
  }

  @Test func `no place is left at the end without one that is asked for`() throws {
    let test = try OrderedNotes(lastPlace: .max)
    let note = try test.context.insertNewObject(forEntityName: "Note")
    #expect(throws: StoreError.limit("places in an ordered relationship", .max)) {
      try test.list.add([note], toRelationship: "notes")
    }
    #expect(try test.list.objectIDs(forRelationshipNamed: "notes").count == 2)
  }
}

/// A list of two notes in a file, the second with a place that others have written.
private struct OrderedNotes {
  private let fixture: StoreFixture
  let context: ManagedObjectContext
  let list: ManagedObject

  init(lastPlace: Int64) throws {
    fixture = try StoreFixture()
    let model = try ManagedObjectModel(entities: [
      EntityDescription(
        "List",
        properties: [
          .relationship(
            RelationshipDescription("notes", to: "Note", inverse: "list", maxCount: 0, isOrdered: true))
        ]),
      EntityDescription(
        "Note", properties: [.relationship(RelationshipDescription("list", to: "List", inverse: "notes"))]),
    ])
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(try SQLiteStore(path: fixture.path(), model: model))
    context = ManagedObjectContext(coordinator: coordinator)
    list = try context.insertNewObject(forEntityName: "List")
    let notes = try (0..<2).map { _ in try context.insertNewObject(forEntityName: "Note") }
    try list.add(notes, toRelationship: "notes")
    try context.save()
    try fixture.raw().execute(
      "UPDATE ZNOTE SET Z_FOK_LIST = ? WHERE Z_PK = 2", [.integer(lastPlace)])
  }
}
