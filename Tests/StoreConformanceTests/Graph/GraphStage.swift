import Foundation
import ObjectGraph
import PredicateLanguage
import SQLiteStore
import TestSupport

/// A store of some kind with a model, and contexts on it.
final class GraphStage {
  private let folder: TemporaryDirectory
  let coordinator: PersistentStoreCoordinator
  let context: ManagedObjectContext

  init(_ kind: StoreKind, _ model: ManagedObjectModel) throws {
    folder = try TemporaryDirectory()
    coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    let isFile = kind == .sqlite
    try coordinator.addPersistentStore(
      type: isFile ? .sqlite : .inMemory, at: isFile ? folder.url.appending(path: "graph.sqlite") : nil)
    context = ManagedObjectContext(coordinator: coordinator)
  }

  convenience init(_ kind: StoreKind, _ entities: [EntityDescription]) throws {
    try self.init(kind, try ManagedObjectModel(entities: entities))
  }

  /// A further context, which sees what is saved.
  func another() -> ManagedObjectContext { ManagedObjectContext(coordinator: coordinator, name: "other") }

  /// A new object with values.
  @discardableResult
  func make(_ entity: String, _ values: [String: AttributeValue] = [:]) throws -> ManagedObject {
    let object = try context.insertNewObject(forEntityName: entity)
    for (name, value) in values { try object.setValue(value, forKey: name) }
    return object
  }

  /// What a save complains about, `1600 employees`, in order; empty if it saves.
  func failures() throws -> [String] {
    do throws(StoreError) {
      try context.save()
      return []
    } catch {
      guard case .invalid(let failures) = error else { throw error }
      return failures.map { "\($0.reason.rawValue) \($0.property)" }
    }
  }
}

extension EntityDescription {
  /// An entity for a test: attributes are optional strings where only a name is given.
  static func of(
    _ name: String, _ attributes: [AttributeDescription] = [], under parent: String? = nil,
    isAbstract: Bool = false, _ relationships: RelationshipDescription...
  ) -> EntityDescription {
    EntityDescription(
      name, superentity: parent, isAbstract: isAbstract,
      properties: attributes.map { .attribute($0) } + relationships.map { .relationship($0) })
  }
}
