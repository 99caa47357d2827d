import Foundation
import ObjectGraph
import PredicateLanguage
import SQLiteStore
import Testing

/// Removing a store from its coordinator.
@Suite struct RemovedStoreTests {
  @Test(arguments: TwoStores.Kinds.all)
  func `objects of a removed store are not there any more`(kinds: TwoStores.Kinds) throws {
    let stores = try TwoStores(kinds)
    let (note, account) = (try stores.make("Note", "n"), try stores.make("Account", "x"))
    try stores.context.save()
    let cloud = stores.coordinator.persistentStores[1]
    try stores.coordinator.remove(cloud)
    #expect(stores.coordinator.persistentStores.map(\.configurationName) == ["Local"])
    let gone = StoreError.objectNotFound(account.objectID)
    #expect(throws: gone) { try stores.context.snapshot(account.objectID) }
    #expect(throws: gone) { try account.value(forKey: "name") }
    #expect(throws: gone) { try account.setValue(.string("y"), forKey: "name") }
    #expect(throws: gone) { try stores.context.delete(account) }
    #expect(throws: gone) { try account.objectIDs(forRelationshipNamed: "devices") }
    #expect(throws: gone) { try stores.context.refresh([account.objectID], keepChanges: true) }
    #expect(throws: StoreError.open(reason: "no store holds Account")) { try stores.names("Account") }
    try note.setValue(.string("m"), forKey: "name")
    #expect(try stores.context.save().updatedCount == 1)
    #expect(throws: StoreError.open(reason: "the store to be removed is none of this coordinator's")) {
      try stores.coordinator.remove(cloud)
    }
  }

  @Test(arguments: TwoStores.Kinds.all, ["inserted", "updated", "deleted"])
  func `changes of a removed store keep a context from saving until they are given up`(
    kinds: TwoStores.Kinds, kind: String
  ) throws {
    let stores = try TwoStores(kinds)
    let account = try stores.make("Account", "x")
    if kind != "inserted" { try stores.context.save() }
    if kind == "updated" { try account.setValue(.string("y"), forKey: "name") }
    if kind == "deleted" { try stores.context.delete(account) }
    try stores.make("Note", "n")
    let cloud = stores.coordinator.persistentStores[1]
    try stores.coordinator.remove(cloud)
    let error = StoreError.open(
      reason: "changes of Account are pending whose store was removed; they can only be given up")
    #expect(throws: error) { try stores.context.save() }
    #expect(throws: StoreError.objectNotFound(account.objectID)) { try account.value(forKey: "name") }
    // Another store in its place does not take them either, nor are they found there.
    try stores.coordinator.addPersistentStore(InMemoryStore(model: stores.model, configuration: "Cloud"))
    let other = stores.another()
    try stores.make("Account", "z", in: other)
    try other.save()
    #expect(throws: error) { try stores.context.save() }
    #expect(try stores.names("Account") == "z")
    #expect(try stores.context.count(for: FetchRequest(entityName: "Account")) == 1)
    #expect(try stores.names("Note", in: stores.another()) == "")
    stores.context.rollback()
    try stores.make("Note", "n")
    try stores.make("Account", "new")
    #expect(try stores.context.save().insertedCount == 2)
  }

  @Test(arguments: StoreKind.allCases)
  func `the only store can be removed, and another be added`(kind: StoreKind) throws {
    let stores = try TwoStores()
    let first = try stores.add(kind, nil)
    let note = try stores.make("Note", "n")
    try stores.context.save()
    try stores.coordinator.remove(first)
    #expect(throws: StoreError.open(reason: "no store was added to this coordinator")) {
      try stores.names("Note")
    }
    #expect(throws: StoreError.objectNotFound(note.objectID)) { try note.value(forKey: "name") }
    let second = try stores.add(kind, nil)
    // A file is the same store again, one in memory begins anew.
    #expect((first.identifier == second.identifier) == (kind == .sqlite))
    #expect(try stores.names("Note") == (kind == .sqlite ? "n" : ""))
  }

  @Test func `a removed store was closed`() throws {
    let stores = try TwoStores(TwoStores.Kinds(local: .sqlite, cloud: .sqlite))
    try stores.make("Account", "x")
    try stores.context.save()
    stores.context.disconnect()
    try stores.coordinator.remove(stores.coordinator.persistentStores[1])
    let store = try SQLiteStore(
      path: stores.url("Cloud").path, model: stores.model, configuration: "Cloud",
      options: SQLiteStore.Options(busyTimeout: 0))
    #expect(store.sizes.log == 0)
    try stores.coordinator.addPersistentStore(store)
    #expect(try stores.names("Account") == "x")
  }
}
