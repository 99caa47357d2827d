import Foundation
import ObjectGraph
import PredicateLanguage
import SQLiteStore
import Testing
import TestSupport

/// The same random predicates over collections in a file, in memory, and over objects with unsaved changes.
@Suite struct `Collections in a file and in memory` {
  private let twins: GarageTwins

  init() throws { twins = try GarageTwins() }

  @Test(arguments: 1...6)
  func `queries find the same objects`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    try twins.fill(&random)
    var texts = RandomCollectionText(random: random)
    let readers = try twins.readers()
    try ask(&texts, seed) { query in try readers.map { try keys($0, query) } }
    let stores: [any PersistentStore] = [twins.garage.store, twins.memory]
    let changed = try stores.map { (store: any PersistentStore) throws -> ManagedObjectContext in
      let coordinator = PersistentStoreCoordinator(managedObjectModel: twins.garage.model)
      try coordinator.addPersistentStore(store)
      return ManagedObjectContext(coordinator: coordinator)
    }
    for _ in 0..<15 { try change(changed, &texts.random) }
    try changed[1].save()
    let memory = try twins.memory.makeReader()
    try ask(&texts, seed) { query in
      let dirty = try changed[0].fetch(query)
      #expect(try changed[0].count(query) == dirty.count)
      return [dirty.keys, try keys(memory, query)]
    }
  }

  /// Asks both sides for the objects that random predicates find.
  private func ask(
    _ texts: inout RandomCollectionText, _ seed: UInt64, _ answer: (StoreQuery) throws -> [[Int64]]
  ) throws {
    var (found, asked) = (0, 0)
    for entity in ["Owner", "Vehicle", "Tag", "Owner"] {
      for _ in 0..<30 {
        let text = texts.next(on: entity)
        let query: StoreQuery
        do {
          query = try twins.garage.query(entity, text)
        } catch let error as PredicateTextError where error.kind == .type {
          continue
        }
        let keys = try answer(query)
        #expect(keys[0] == keys[1], "\(entity): \(text), seed \(seed)")
        asked += 1
        found += keys[0].isEmpty ? 0 : 1
      }
    }
    #expect(asked > 60 && found > asked / 4, "\(found) of \(asked), seed \(seed)")
  }

  private func keys(_ reader: any StoreReader, _ query: StoreQuery) throws -> [Int64] {
    let rows = try reader.fetch(query, cancellation: Cancellation())
    #expect(try reader.count(query, cancellation: Cancellation()) == rows.count)
    return rows.keys
  }

  /// Makes the same change in both contexts.
  private func change(_ contexts: [ManagedObjectContext], _ random: inout SeededGenerator) throws {
    let owners = try contexts[0].fetch(twins.garage.query("Owner")).keys
    let vehicles = try contexts[0].fetch(FetchRequest(entityName: "Vehicle")).map(\.objectID)
    func owner(_ key: Int64) -> ObjectID {
      ObjectID(store: twins.garage.store.identifier, entity: "Owner", key: .permanent(key))
    }
    let (one, other, vehicle) = (
      owner(random.pick(owners)), owner(random.pick(owners)), random.pick(vehicles)
    )
    let (kind, name) = (random.next() % 6, random.pick(["a", "ab", "A", "z"]))
    for context in contexts {
      let (object, vehicle) = (try context.object(with: one), try context.object(with: vehicle))
      switch kind {
      case 0: try object.setValue(.string(name), forKey: "name")
      case 1: try object.setObject(context.object(with: other), forKey: "boss")
      case 2: try vehicle.setObject(object, forKey: "owner")
      case 3: try object.set([context.object(with: other)], ofRelationship: "friends")
      case 4: try object.set([vehicle], ofRelationship: "notes")
      default: try vehicle.setValue(.null, forKey: "name")
      }
    }
  }
}
