import Foundation
import ObjectGraph
import PredicateLanguage
import SQLiteStore
import Testing

/// Which entities a store holds, and what is refused when one is added.
@Suite struct ConfigurationTests {
  private func refusal(_ stores: TwoStores, _ kind: StoreKind, _ configuration: String?) -> String? {
    guard
      case .open(let reason) = storeError({ () throws(StoreError) in try stores.add(kind, configuration) })
    else { return nil }
    return reason
  }

  @Test(arguments: StoreKind.allCases)
  func `a configuration that the model does not have is refused with the nearest`(kind: StoreKind) throws {
    let stores = try TwoStores()
    #expect(
      refusal(stores, kind, "Lokal")
        == "the model has no configuration named Lokal (did you mean Local?)")
    #expect(stores.coordinator.persistentStores.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: stores.url("Lokal").path))
  }

  @Test(arguments: StoreKind.allCases)
  func `a configuration holds inheritance trees whole`(kind: StoreKind) throws {
    let stores = try TwoStores()
    #expect(
      refusal(stores, kind, "Split")
        == "the configuration Split splits a hierarchy: it has Device without Phone")
    #expect(!FileManager.default.fileExists(atPath: stores.url("Split").path))
  }

  @Test(arguments: StoreKind.allCases)
  func `an entity lies in one store`(kind: StoreKind) throws {
    let stores = try TwoStores()
    try stores.add(.inMemory, "Half")
    #expect(refusal(stores, kind, "Local") == "another store of this coordinator holds Tag")
    #expect(refusal(stores, kind, nil) == "another store of this coordinator holds Account, Tag")
    #expect(!FileManager.default.fileExists(atPath: stores.url("Local").path))
    #expect(refusal(stores, kind, "Rest") == nil)
    #expect(stores.coordinator.persistentStores.map(\.configurationName) == ["Half", "Rest"])
  }

  @Test(arguments: StoreKind.allCases, [nil, "PF_DEFAULT_CONFIGURATION_NAME"])
  func `without a configuration a store holds everything`(kind: StoreKind, name: String?) throws {
    let stores = try TwoStores()
    let store = try stores.add(kind, name)
    #expect(store.configurationName == nil)
    for entity in stores.model.entities { #expect(try stores.coordinator.store(holding: entity) === store) }
    #expect(refusal(stores, kind, "Rest") == "another store of this coordinator holds Loose")
    stores.context.disconnect()
  }

  @Test(arguments: TwoStores.Kinds.all)
  func `an entity that no store holds can neither be read nor made`(kinds: TwoStores.Kinds) throws {
    let stores = try TwoStores(kinds)
    let missing = StoreError.open(reason: "no store holds Loose")
    let loose = try #require(stores.model.entity(named: "Loose"))
    #expect(throws: missing) { try stores.coordinator.store(holding: loose) }
    #expect(throws: missing) { try stores.context.fetch(StoreQuery(entity: loose)) }
    #expect(throws: missing) { try stores.context.count(StoreQuery(entity: loose)) }
    #expect(throws: missing) { try stores.context.insertNewObject(forEntityName: "Loose") }
    let store = stores.coordinator.persistentStores[0].identifier
    let nobody = ObjectID(store: store, entity: "Loose", key: .permanent(1))
    #expect(throws: StoreError.objectNotFound(nobody)) { try stores.context.existingObject(with: nobody) }
    try stores.add(.inMemory, "Rest")
    #expect(try stores.context.count(StoreQuery(entity: loose)) == 0)
  }

  @Test(arguments: TwoStores.Kinds.all)
  func `stores are found by entity and by place`(kinds: TwoStores.Kinds) throws {
    let stores = try TwoStores(kinds)
    let all = stores.coordinator.persistentStores
    #expect(all.map(\.configurationName) == ["Local", "Cloud"])
    for (name, index) in [("Note", 0), ("Tag", 0), ("Account", 1), ("Phone", 1)] {
      let entity = try #require(stores.model.entity(named: name))
      #expect(try stores.coordinator.store(holding: entity) === all[index])
    }
    let found = stores.coordinator.persistentStore(for: stores.url("Cloud"))
    #expect(found === (kinds.cloud == .sqlite ? all[1] : nil))
    #expect(stores.coordinator.persistentStore(for: stores.url("Rest")) == nil)
  }

  @Test(arguments: TwoStores.Kinds.all)
  func `metadata have the hashes of what is in the store`(kinds: TwoStores.Kinds) throws {
    let stores = try TwoStores(kinds)
    let names = try stores.coordinator.persistentStores.map { store in
      guard case .dictionary(let hashes) = try store.metadata()["NSStoreModelVersionHashes"] else {
        return ""
      }
      #expect(hashes.allSatisfy { .data(stores.model.entityVersionHashesByName[$0.key] ?? []) == $0.value })
      return hashes.keys.sorted().joined(separator: " ")
    }
    #expect(names == ["Note Tag", "Account Device Phone"])
  }

  @Test func `two stores cannot have one identifier`() throws {
    let stores = try TwoStores()
    let identifier = UUID()
    for (name, isRefused) in [("Local", false), ("Cloud", true)] {
      let store = try InMemoryStore(model: stores.model, configuration: name, identifier: identifier)
      let error = storeError { () throws(StoreError) in try stores.coordinator.addPersistentStore(store) }
      let reason = "another store of this coordinator has the identifier \(identifier)"
      #expect(error == (isRefused ? .open(reason: reason) : nil))
    }
  }

  @Test func `a type of store that makes nothing of the configuration is refused`() throws {
    let stores = try TwoStores()
    let careless = PersistentStoreType(name: "Careless") { (model, _) throws(StoreError) in
      try InMemoryStore(model: model)
    }
    let expected = StoreError.open(
      reason: "a store of type Careless does not hold a configuration as it should")
    #expect(throws: expected) {
      try stores.coordinator.addPersistentStore(type: careless, configuration: "Local")
    }
    #expect(stores.coordinator.persistentStores.isEmpty)
  }

  @Test(arguments: TwoStores.Kinds.all)
  func `a container opens a store for each of its descriptions`(kinds: TwoStores.Kinds) throws {
    let stores = try TwoStores()
    func description(_ kind: StoreKind, _ name: String) -> PersistentStoreDescription {
      PersistentStoreDescription(
        type: kind == .sqlite ? .sqlite : .inMemory, url: kind == .sqlite ? stores.url(name) : nil,
        configuration: name)
    }
    let container = PersistentContainer(
      name: "Two", managedObjectModel: stores.model,
      persistentStoreDescriptions: [
        description(kinds.local, "Local"), description(kinds.cloud, "Cloud"), description(.inMemory, "Half"),
      ])
    var endings: [StoreError?] = []
    container.loadPersistentStores { _, error in endings.append(error) }
    let taken = StoreError.open(reason: "another store of this coordinator holds Account, Tag")
    #expect(endings == [nil, nil, taken])
    try container.viewContext.performAndWait { context throws(StoreError) in
      for name in ["Note", "Account"] { _ = try context.insertNewObject(forEntityName: name) }
      #expect(try context.save().insertedCount == 2)
      context.disconnect()
    }
    for store in container.persistentStoreCoordinator.persistentStores { store.close() }
  }
}
