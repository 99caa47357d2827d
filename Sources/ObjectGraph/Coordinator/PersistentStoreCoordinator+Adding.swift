public import FoundationEssentials

extension PersistentStoreCoordinator {
  /// Opens a store and adds it: the set-up by hand, as before containers.
  ///
  /// - Parameters:
  ///   - type: `.inMemory`, or `.sqlite` with SQLiteStore.
  ///   - configuration: the part of the model that the store holds; nil for all of it, and models have no named
  ///     parts yet.
  ///   - url: where the store is; nil for one in memory. It can be read back from `persistentStores`.
  ///   - options: nil for the type's defaults.
  /// - Throws: `StoreError.open` if there is a store already, and for whatever the type cannot do as asked;
  ///   `.incompatible`, `.corrupt`, `.locked`, `.full`, … The coordinator is as before then, and so is the file.
  @discardableResult
  public func addPersistentStore(
    type: PersistentStoreType, configuration: String? = nil, at url: URL? = nil,
    options: PersistentStoreOptions? = nil
  ) throws(StoreError) -> any PersistentStore {
    try addPersistentStore(
      with: PersistentStoreDescription(
        type: type, url: url, configuration: configuration, options: options ?? PersistentStoreOptions()))
  }

  /// Opens the store that a description describes, and adds it.
  ///
  /// - Throws: as for the parts of a description one by one.
  @discardableResult
  public func addPersistentStore(
    with description: PersistentStoreDescription
  ) throws(StoreError) -> any PersistentStore {
    // Opening may make a file, so what can be refused without is refused first.
    try checkHasRoom()
    if let name = description.configuration {
      throw .open(reason: "the model has no configuration named \(name)")
    }
    let store = try description.type.open(managedObjectModel, description)
    do throws(StoreError) {
      try addPersistentStore(store)
    } catch {
      store.close()
      throw error
    }
    return store
  }
}
