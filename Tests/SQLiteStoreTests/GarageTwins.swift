import Foundation
import ObjectGraph
import PredicateLanguage
import SQLiteStore
import TestSupport

/// The same objects in a file and in memory, under the same IDs.
struct GarageTwins {
  let garage: Garage
  let memory: InMemoryStore

  init() throws {
    garage = try Garage()
    memory = try InMemoryStore(model: garage.model, identifier: garage.store.identifier)
  }

  /// One of the file, one of the memory.
  func readers() throws -> [any StoreReader] {
    [try garage.store.makeReader(), try memory.makeReader()]
  }

  /// Commits the same objects and pairs to both stores.
  func fill(_ random: inout SeededGenerator) throws {
    let counts = [("Owner", 12), ("Tag", 4), ("Car", 4), ("SportCar", 4), ("Ship", 5)]
    var objectIDs: [String: [ObjectID]] = [:]
    for (entity, count) in counts {
      objectIDs[entity] = (0..<count).map { _ in
        ObjectID(store: garage.store.identifier, entity: entity, key: .temporary(UUID()))
      }
    }
    let vehicles = ["Car", "SportCar", "Ship"].flatMap { objectIDs[$0] ?? [] }
    let owners = objectIDs["Owner"] ?? []
    var changes = ChangeSet()
    for (name, _) in counts {
      var entityChanges = ChangeSet.EntityChanges(entity: try garage.entity(name))
      for (index, objectID) in (objectIDs[name] ?? []).enumerated() {
        let text = RandomValue.text(&random)
        var values: [String: AttributeValue] = [
          "name": .string(name == "Owner" || name == "Ship" ? text : "\(text) \(name) \(index)"),
          "boss": .objectID(random.pick(owners)), "favorite": .objectID(random.pick(vehicles)),
          "owner": .objectID(random.pick(owners)), "doors": .integer(Int64(random.next() % 4)),
          "length": .double(random.pick([0, 0.5, 1, 7])),
          "$order.owner": .integer(Int64(random.next() % 5) * 1024),
        ]
        for key in values.keys.sorted() where random.chance(4) && !key.hasPrefix("$") { values[key] = nil }
        let row = entityChanges.entity.columns.map { values[$0.name] ?? .null }
        entityChanges.insertions.append(ChangeSet.Insertion(objectID: objectID, values: row))
      }
      changes.entities.append(entityChanges)
    }
    for table in garage.model.pairTables {
      let ends = [table.source.family, table.destinations].map { family in
        family.names.flatMap { objectIDs[$0] ?? [] }
      }
      var pairs = ChangeSet.PairChanges(table: table)
      for _ in 0..<12 {
        let (source, destination) = (random.pick(ends[0]), random.pick(ends[1]))
        let place = table.isOrdered(.source) ? Int64(random.next() % 9) * 1024 : 0
        pairs.set.append(ChangeSet.Pair(source: source, destination: destination, sourceOrder: place))
        guard table.isSymmetric else { continue }
        pairs.set.append(ChangeSet.Pair(source: destination, destination: source))
      }
      changes.pairs.append(pairs)
    }
    _ = try garage.store.commit(changes, cancellation: Cancellation())
    _ = try memory.commit(changes, cancellation: Cancellation())
  }
}
