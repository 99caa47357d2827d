import Foundation
import ObjectGraph
import PredicateLanguage
import SQLiteStore
import Testing
import TestSupport

/// Two stores under one coordinator, each of some kind.
///
/// `Local` holds notes and tags, `Cloud` accounts and devices, of which some are phones; no configuration but
/// `Whole` holds a Loose. Notes have relationships to accounts, which lead out of either store.
final class TwoStores {
  /// The kinds of the two stores.
  struct Kinds: Sendable, CustomTestStringConvertible {
    var local: StoreKind
    var cloud: StoreKind

    var testDescription: String { "\(local), \(cloud)" }

    static let all = StoreKind.allCases.flatMap { local in
      StoreKind.allCases.map { Kinds(local: local, cloud: $0) }
    }
  }

  let model: ManagedObjectModel
  let coordinator: PersistentStoreCoordinator
  let context: ManagedObjectContext
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    model = try Self.makeModel()
    coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    context = ManagedObjectContext(coordinator: coordinator)
  }

  convenience init(_ kinds: Kinds, isCloudReadOnly: Bool = false) throws {
    try self.init()
    try add(kinds.local, "Local")
    // A file that is read only must be there first.
    if isCloudReadOnly, kinds.cloud == .sqlite {
      try SQLiteStore(path: url("Cloud").path, model: model, configuration: "Cloud").close()
    }
    try add(kinds.cloud, "Cloud", isReadOnly: isCloudReadOnly)
  }

  deinit { for store in coordinator.persistentStores { store.close() } }

  func url(_ name: String) -> URL { URL(filePath: folder.path(name + ".sqlite")) }

  @discardableResult
  func add(
    _ kind: StoreKind, _ configuration: String?, isReadOnly: Bool = false
  ) throws(StoreError) -> any PersistentStore {
    try coordinator.addPersistentStore(
      type: kind == .sqlite ? .sqlite : .inMemory, configuration: configuration,
      at: kind == .sqlite ? url(configuration ?? "all") : nil,
      options: PersistentStoreOptions(isReadOnly: isReadOnly, sqlitePragmas: [:]))
  }

  /// A further context, which sees what is saved.
  func another() -> ManagedObjectContext { ManagedObjectContext(coordinator: coordinator, name: "other") }

  @discardableResult
  func make(
    _ entity: String, _ name: String, in context: ManagedObjectContext? = nil
  ) throws -> ManagedObject {
    let object = try (context ?? self.context).insertNewObject(forEntityName: entity)
    try object.setValue(.string(name), forKey: "name")
    return object
  }

  /// The names of all objects of an entity that fit, in order.
  func names(
    _ entity: String, _ predicate: String? = nil, in context: ManagedObjectContext? = nil
  ) throws -> String {
    var request = FetchRequest(
      entityName: entity, predicate: try predicate.map { try ParsedPredicate(parsing: $0) })
    request.sortDescriptors = [SortDescriptor("name")]
    return try (context ?? self.context).fetch(request)
      .map { if case .string(let name) = try $0.value(forKey: "name") { name } else { "-" } }
      .joined(separator: " ")
  }

  private static func makeModel() throws -> ManagedObjectModel {
    func entity(
      _ name: String, under parent: String? = nil, isUnique: Bool = false,
      _ relationships: RelationshipDescription...
    ) -> EntityDescription {
      let own = parent == nil ? [PropertyDescription.attribute(AttributeDescription("name", .string))] : []
      return EntityDescription(
        name, superentity: parent, properties: own + relationships.map { .relationship($0) },
        uniquenessConstraints: isUnique ? [["name"]] : [])
    }
    func toMany(_ name: String, _ destination: String, _ inverse: String?, ordered: Bool = false)
      -> RelationshipDescription
    {
      RelationshipDescription(name, to: destination, inverse: inverse, maxCount: 0, isOrdered: ordered)
    }
    return try ManagedObjectModel(
      entities: [
        entity(
          "Note", isUnique: true, toMany("tags", "Tag", "notes", ordered: true),
          RelationshipDescription("author", to: "Account", inverse: "notes"),
          RelationshipDescription("owner", to: "Account"), toMany("readers", "Account", "read")),
        entity("Tag", toMany("notes", "Note", "tags")),
        entity(
          "Account", isUnique: true, toMany("devices", "Device", "account"),
          toMany("notes", "Note", "author", ordered: true), toMany("read", "Note", "readers")),
        entity("Device", RelationshipDescription("account", to: "Account", inverse: "devices")),
        entity("Phone", under: "Device"), entity("Loose"),
      ],
      configurations: [
        "Local": ["Note", "Tag"], "Cloud": ["Account", "Device", "Phone"], "Half": ["Tag", "Account"],
        "Split": ["Note", "Device"], "Rest": ["Loose"],
      ])
  }
}
