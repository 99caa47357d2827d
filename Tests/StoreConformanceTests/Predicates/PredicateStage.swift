import Foundation
import ObjectGraph
import PredicateLanguage
import SQLiteStore
import TestSupport

/// A store with objects known by labels, and one context on it.
final class PredicateStage {
  let name: String
  private let folder: TemporaryDirectory
  private let coordinator: PersistentStoreCoordinator
  private(set) var context: ManagedObjectContext
  private var objectIDs: [String: ObjectID] = [:]
  private var labels: [ObjectID: String] = [:]

  init(_ name: String, _ kind: StoreKind, _ model: ManagedObjectModel) throws {
    self.name = name
    folder = try TemporaryDirectory()
    coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    switch kind {
    case .inMemory: try coordinator.addPersistentStore(InMemoryStore(model: model))
    case .sqlite:
      try coordinator.addPersistentStore(
        SQLiteStore(
          path: folder.path("world.sqlite"), model: model,
          options: SQLiteStore.Options(synchronous: .normal)))
    }
    context = ManagedObjectContext(coordinator: coordinator)
  }

  // MARK: - Objects

  func make(_ world: PredicateWorld) throws {
    try apply(world.objects.map { .insert($0) } + world.members.map { .members($0) })
  }

  func apply(_ edits: [WorldEdit]) throws {
    for edit in edits {
      switch edit {
      case .insert(let object):
        let made = try context.insertNewObject(forEntityName: object.entity)
        for (name, value) in object.values { try made.setValue(value, forKey: name) }
        objectIDs[object.label] = made.objectID
        labels[made.objectID] = object.label
      case .set(let label, let attribute, let value):
        try object(label).setValue(value, forKey: attribute)
      case .members(let members): try link(members)
      case .delete(let label): try context.delete(object(label))
      }
    }
  }

  private func link(_ link: PredicateWorld.Members) throws {
    let owner = try object(link.owner)
    let members = try link.members.map { try object($0) }
    if owner.entity.relationship(named: link.relationship)?.description.isToMany == true {
      try owner.set(members, ofRelationship: link.relationship)
    } else {
      try owner.setObject(members.first, forKey: link.relationship)
    }
  }

  func save() throws {
    try context.save()
    objectIDs = objectIDs.mapValues { coordinator.resolve($0) }
    labels = Dictionary(uniqueKeysWithValues: objectIDs.map { ($1, $0) })
    // What answers has to come from the store, not from what the context still holds.
    context = ManagedObjectContext(coordinator: coordinator, name: "reader")
  }

  private func object(_ label: String) throws -> ManagedObject {
    guard let objectID = objectIDs[label] else { throw UnknownLabel(label: label) }
    return try context.object(with: objectID)
  }

  // MARK: - Answers

  /// The request for a predicate, its objects being those of this store.
  func request(_ entity: String, _ predicate: WrittenPredicate) throws -> FetchRequest {
    let tree = try ParsedPredicate(parsing: predicate.text)
    let arguments = PredicateArguments(
      predicate.positional.map(value), named: predicate.named.mapValues(value))
    return FetchRequest(entityName: entity, predicate: try tree.substituting(arguments))
  }

  /// The labels of the objects that a request finds, in its order.
  func labels(_ request: FetchRequest) throws(StoreError) -> [String] {
    try context.fetch(request).map { labels[$0.objectID] ?? $0.objectID.uri }
  }

  func count(_ request: FetchRequest) throws(StoreError) -> Int { try context.count(for: request) }

  private func value(_ argument: PhraseArgument) -> PredicateValue {
    switch argument {
    case .value(let value): value
    case .object(let label): objectIDs[label].map { .objectID($0) } ?? .null
    case .list(let elements): .list(elements.map(value))
    }
  }

  struct UnknownLabel: Error {
    let label: String
  }
}
