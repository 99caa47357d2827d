public import FoundationEssentials
import Spelling

extension PersistentStoreCoordinator {
  /// Opens a store and adds it: the set-up by hand, as before containers.
  ///
  /// - Parameters:
  ///   - type: `.inMemory`, or `.sqlite` with SQLiteStore.
  ///   - configuration: the part of the model that the store holds; nil for all of it, which is all that
  ///     stores can hold yet.
  ///   - url: where the store is; nil for one in memory. It can be read back from `persistentStores`.
  ///   - options: nil for the type's defaults.
  /// - Throws: `StoreError.open` if there is a store already, and for whatever the type cannot do as asked;
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
    try checkHasRoom()
    try checkConfiguration(description.configuration)
    let store = try description.type.open(managedObjectModel, description)
    do throws(StoreError) {
      try addPersistentStore(store)
    } catch {
      store.close()
      throw error
    }
    return store
  }

  /// A store holds the whole model, so no named part of it can be asked for.
  private func checkConfiguration(_ name: String?) throws(StoreError) {
    guard let name else { return }
    let known = managedObjectModel.configurations
    if known[name] != nil {
      throw .open(reason: "the model has a configuration \(name), but a store holds whole models so far")
    }
    let hint = NearestName.of(name, in: known.keys.sorted()).map { " (did you mean \($0)?)" } ?? ""
    throw .open(reason: "the model has no configuration named \(name)" + hint)
  }
}
