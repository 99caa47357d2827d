public import FoundationEssentials

extension PersistentStoreCoordinator {
  /// Opens a store and adds it: the set-up by hand, as before containers.
  ///
  /// - Parameters:
  ///   - type: `.inMemory`, or `.sqlite` with SQLiteStore.
  ///   - configuration: the part of the model that the store holds, whole inheritance trees of it; nil, or
  ///     `PF_DEFAULT_CONFIGURATION_NAME`, for all of it.
  ///   - url: where the store is; nil for one in memory. It can be read back from `persistentStores`.
  ///   - options: nil for the type's defaults.
  /// - Throws: `StoreError.open` if another store holds some of its entities, for a configuration that the model
  ///   does not have or that splits an inheritance tree, and for whatever the type cannot do as asked;
  ///   `.incompatible`, `.corrupt`, `.locked`, `.full`, … The coordinator is as before then, and so is the
  ///   file.
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
    let configuration = try StoreConfiguration(description.configuration, of: managedObjectModel)
    try checkHasRoom(for: configuration)
    let store = try description.type.open(managedObjectModel, description)
    do throws(StoreError) {
      guard try StoreConfiguration(store.configurationName, of: managedObjectModel).name == configuration.name
      else {
        throw .open(
          reason: "a store of type \(description.type.name) does not hold a configuration as it should")
      }
      try addPersistentStore(store)
    } catch {
      store.close()
      throw error
    }
    return store
  }
}
