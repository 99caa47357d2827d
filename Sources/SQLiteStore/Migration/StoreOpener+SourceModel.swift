import BinaryFormats
import ObjectGraph
import SQLite

/// The model that a store was made with.
extension StoreOpener {
  /// Most bytes of the cache in which Core Data keeps a store's model, compressed.
  static let cacheLimit = 4 << 20

  /// The first known model that fits, else the one that the file itself holds: ours, then Core Data's.
  ///
  /// A model of the file that is damaged or does not fit the file's hashes is as good as none.
  func sourceModel(
    of metadata: StoreMetadata, on connection: Connection
  ) throws(StoreError) -> ManagedObjectModel? {
    if let known = options.sourceModels.first(where: {
      metadata.incompatibleEntities(with: StoreConfiguration($0)).isEmpty
    }) {
      return known
    }
    if let own = metadata.model { return own }
    guard let cached = try cachedModel(connection),
      metadata.incompatibleEntities(with: StoreConfiguration(cached)).isEmpty
    else {
      return nil
    }
    return cached
  }

  /// What Core Data has kept in `Z_MODELCACHE`: an archive of the model, compressed.
  private func cachedModel(_ connection: Connection) throws(StoreError) -> ManagedObjectModel? {
    let row = try asStoreError { () throws(SQLiteError) -> [SQLiteValue]? in
      let column = "SELECT 1 FROM pragma_table_info('Z_MODELCACHE') WHERE name = 'Z_CONTENT'"
      guard try connection.row(column) != nil else { return nil }
      return try connection.row(
        "SELECT Z_CONTENT FROM Z_MODELCACHE WHERE length(Z_CONTENT) <= ? LIMIT 1",
        [.integer(Int64(Self.cacheLimit))])
    }
    guard case .blob(let bytes)? = row?.first, let archive = try? Inflate.inflate(bytes) else { return nil }
    return ManagedObjectModel(keyedArchive: archive)
  }
}
