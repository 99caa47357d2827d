import Foundation
import ObjectGraph
import PredicateLanguage
import Testing

/// Reading and changing objects of two stores in one context.
@Suite struct SeveralStoresTests {
  @Test(arguments: TwoStores.Kinds.all)
  func `objects are read from the store of their entity`(kinds: TwoStores.Kinds) throws {
    let stores = try TwoStores(kinds)
    let made = try ["Note", "Tag", "Account", "Device", "Phone"].map { try stores.make($0, $0.lowercased()) }
    let saved = try stores.context.save()
    #expect(saved.insertedCount == 5 && saved.notices.map(\.inserted.count) == [2, 3])
    #expect(saved.notice?.inserted.count == 5)
    let identifiers = stores.coordinator.persistentStores.map(\.identifier)
    #expect(made.map(\.objectID.store) == [0, 0, 1, 1, 1].map { identifiers[$0] })
    #expect(made.allSatisfy { !$0.objectID.isTemporary })
    let other = stores.another()
    #expect(try stores.names("Note", in: other) == "note")
    #expect(try stores.names("Device", in: other) == "device phone")
    #expect(try stores.names("Account", "name BEGINSWITH 'a'", in: other) == "account")
    for object in made {
      #expect(try other.existingObject(with: object.objectID).entity.name == object.entity.name)
      // Every store counts its keys itself, so the key alone does not tell the store.
      let elsewhere = ObjectID(
        store: identifiers[object.objectID.store == identifiers[0] ? 1 : 0],
        entity: object.objectID.entity, key: object.objectID.key)
      #expect(throws: StoreError.objectNotFound(elsewhere)) { try other.snapshot(elsewhere) }
    }
  }

  @Test(arguments: TwoStores.Kinds.all)
  func `relationships within each store`(kinds: TwoStores.Kinds) throws {
    let stores = try TwoStores(kinds)
    let note = try stores.make("Note", "n")
    let tags = try ["b", "a"].map { try stores.make("Tag", $0) }
    try note.add(tags, toRelationship: "tags")
    let account = try stores.make("Account", "x")
    try account.add([try stores.make("Phone", "p")], toRelationship: "devices")
    try stores.context.save()
    let other = stores.another()
    let shown = try other.existingObject(with: note.objectID).objectIDs(forRelationshipNamed: "tags")
    #expect(shown == tags.map(\.objectID))
    #expect(try stores.names("Device", "account.name == 'x'", in: other) == "p")
    // With changes of both pending, the other way round.
    try stores.context.delete(tags[0])
    try stores.context.delete(account)
    #expect(try note.objectIDs(forRelationshipNamed: "tags") == [tags[1].objectID])
    #expect(try stores.names("Device", "account == nil") == "p")
    let result = try stores.context.save()
    #expect(result.deletedCount == 2 && result.notices.map(\.deleted.count) == [1, 1])
    #expect(try stores.names("Device", "account == nil", in: other) == "p")
  }

  @Test(arguments: TwoStores.Kinds.all, [false, true])
  func `a relationship to another store is refused when it is set`(kinds: TwoStores.Kinds, isSaved: Bool)
    throws
  {
    let stores = try TwoStores(kinds)
    let (note, account) = (try stores.make("Note", "n"), try stores.make("Account", "x"))
    if isSaved { try stores.context.save() }
    let before = stores.context.changes.updated
    func check(_ property: String, _ target: ManagedObject, _ set: () throws -> Void) {
      #expect(throws: StoreError.externalRelationship(property: property, target.objectID)) { try set() }
    }
    for name in ["author", "owner"] { check(name, account) { try note.setObject(account, forKey: name) } }
    check("readers", account) { try note.add([account], toRelationship: "readers") }
    check("readers", account) { try note.set([account], ofRelationship: "readers") }
    check("read", note) { try account.add([note], toRelationship: "read") }
    check("notes", note) { try account.add([note], toRelationship: "notes", at: 0) }
    let entity = note.entity
    var row = entity.defaultRow
    row[try #require(entity.columnIndex(named: "owner"))] = .objectID(account.objectID)
    check("owner", account) { _ = try stores.context.insert(entity, values: row) }
    #expect(stores.context.changes.updated == before)
    #expect(stores.context.changeCounts.inserted == (isSaved ? 0 : 2))
    #expect(try note.value(forKey: "author") == .null)
    #expect(try account.objectIDs(forRelationshipNamed: "notes").isEmpty)
    // What is not there at all is no object of another store.
    let nobody = ObjectID(store: UUID(), entity: "Account", key: .permanent(1))
    #expect(throws: StoreError.objectNotFound(nobody)) {
      try note.setValue(.objectID(nobody), forKey: "owner")
    }
    try stores.context.save()
  }

  @Test(arguments: TwoStores.Kinds.all)
  func `a relationship out of a store leads nowhere in every answer`(kinds: TwoStores.Kinds) throws {
    let stores = try TwoStores(kinds)
    let (note, account) = (try stores.make("Note", "n"), try stores.make("Account", "x"))
    for _ in 0..<2 {
      #expect(try stores.names("Note", "author.name == 'x'") == "")
      #expect(try stores.names("Note", "author == nil AND owner.name == nil") == "n")
      for name in ["author", "owner"] { #expect(try note.object(forKey: name) == nil) }
      #expect(try note.objectIDs(forRelationshipNamed: "readers").isEmpty)
      for name in ["notes", "read"] { #expect(try account.objectIDs(forRelationshipNamed: name).isEmpty) }
      try stores.context.save()
    }
    // The rows that lie in the file are read as the pending ones were.
    var request = FetchRequest(entityName: "Note")
    request.sortDescriptors = [SortDescriptor("author.name"), SortDescriptor("name")]
    #expect(try stores.another().fetch(request).count == 1)
  }

  @Test(arguments: TwoStores.Kinds.all)
  func `a moment for all reads is one of each store`(kinds: TwoStores.Kinds) throws {
    let stores = try TwoStores(kinds)
    let (reader, writer) = (stores.another(), stores.context)
    try reader.reading { () throws(StoreError) in
      let before = try ["Note", "Account"].map { name throws(StoreError) in
        try reader.count(for: FetchRequest(entityName: name))
      }
      #expect(before == [0, 0])
      for name in ["Note", "Account"] { _ = try writer.insertNewObject(forEntityName: name) }
      try writer.save()
      for name in ["Note", "Account"] {
        #expect(try reader.count(for: FetchRequest(entityName: name)) == 0)
      }
    }
    #expect(try stores.names("Account", in: reader) == "-")
  }
}
