public import FoundationEssentials
public import ObjectGraph

extension PersistentContainer {
  /// A container with one SQLite store, `NAME.sqlite` in the default directory, not opened yet.
  ///
  /// `persistentStoreDescriptions` may be changed until `loadPersistentStores`.
  public convenience init(name: String, managedObjectModel: ManagedObjectModel) {
    let url = Self.defaultDirectoryURL().appending(component: name + ".sqlite")
    self.init(
      name: name, managedObjectModel: managedObjectModel,
      persistentStoreDescriptions: [PersistentStoreDescription(url: url)])
  }
}

extension PersistentStoreDescription {
  /// Describes an SQLite store by the URL of its file.
  public init(url: URL) { self.init(type: .sqlite, url: url) }

  /// Describes an SQLite store by the path of its file; a relative path counts from the current directory.
  public init(path: String) { self.init(url: URL(filePath: path, directoryHint: .notDirectory)) }
}
