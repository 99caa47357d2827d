/// A kind of store, and how one is opened.
///
/// This module brings `inMemory` along, SQLiteStore adds `sqlite`; anybody may add more. Two types are equal
/// when their names are.
public struct PersistentStoreType: Sendable {
  /// Opens a store for a model.
  ///
  /// Called on the thread that adds the store. Whatever it cannot do as the description says is an error.
  public typealias Opener =
    @Sendable (ManagedObjectModel, PersistentStoreDescription) throws(StoreError) -> any PersistentStore

  /// The name Core Data knows the type by: `SQLite`, `InMemory`.
  public let name: String
  let open: Opener

  /// A type of one's own.
  public init(name: String, open: @escaping Opener) {
    self.name = name
    self.open = open
  }

  /// A store that ends with its process; URL, timeout and pragmas mean nothing to it.
  public static let inMemory = PersistentStoreType(name: "InMemory") {
    (model, description) throws(StoreError) in
    try InMemoryStore(
      model: model, configuration: description.configuration, isReadOnly: description.isReadOnly)
  }
}

extension PersistentStoreType: Hashable {
  /// Whether the names are equal.
  public static func == (left: PersistentStoreType, right: PersistentStoreType) -> Bool {
    left.name.utf8.elementsEqual(right.name.utf8)
  }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) {
    for byte in name.utf8 { hasher.combine(byte) }
  }
}
