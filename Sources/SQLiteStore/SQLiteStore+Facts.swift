public import ObjectGraph
import SQLite

/// What the file says about itself.
extension SQLiteStore {
  /// The metadata as they are in the file now.
  ///
  /// - Throws: `StoreError.corrupt` if they cannot be read.
  public func metadata() throws(StoreError) -> [String: MetadataValue] {
    let connection = try connect()
    defer { connection.close() }
    let row = try asStoreError { () throws(SQLiteError) in
      try connection.row("SELECT Z_PLIST FROM Z_METADATA")
    }
    guard let row, case .blob(let plist) = row[0], let metadata = try? StoreMetadata(plist: plist) else {
      throw .corrupt(reason: "the metadata of \(path) cannot be read")
    }
    return metadata.values
  }

  /// Bytes of the file itself, and of what waits in the log beside it.
  public var sizes: (file: Int, log: Int) {
    (FileFacts(path: path)?.size ?? 0, FileFacts(path: path + "-wal")?.size ?? 0)
  }
}
