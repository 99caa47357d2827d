import FoundationEssentials
package import ObjectGraph
import SQLite

/// Copies the file of a store.
package enum StoreCopy {
  /// Makes a file with everything that is committed at this moment, what waits in the write-ahead log
  /// included; the store itself is not changed.
  ///
  /// - Parameters:
  ///   - path: the store.
  ///   - copy: a path where nothing is; the file gets mode 0600.
  /// - Throws: `StoreError.open` if there is no store or the copy cannot be made, `.locked`, `.full`,
  ///   `.corrupt`; no file is left then.
  package static func make(of path: String, at copy: String) throws(StoreError) {
    try makeFile(copy)
    do throws(StoreError) {
      try write(path, to: copy)
    } catch {
      for ending in ["", "-journal", "-wal", "-shm"] {
        try? FileManager.default.removeItem(atPath: copy + ending)
      }
      throw error
    }
  }

  private static func write(_ path: String, to copy: String) throws(StoreError) {
    try asStoreError { () throws(SQLiteError) in
      // A connection that only reads would leave a log behind where there was none.
      let hasLog = FileFacts(path: path + "-wal") != nil
      let source = try Connection(
        .file(path: path, access: hasLog ? .readOnly : .immutable), Configuration(journalMode: nil))
      defer { source.close() }
      let target = try Connection(.file(path: copy, access: .readWrite), Configuration(journalMode: nil))
      defer { target.close() }
      try source.back(up: target)
    }
  }

  /// Whether there is anything to copy: a file that is not empty.
  package static func isNeeded(of path: String) -> Bool { FileFacts(path: path)?.size ?? 0 > 0 }

  private static func makeFile(_ path: String) throws(StoreError) {
    guard FileFacts(path: path) == nil,
      FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600])
    else { throw .open(reason: "\(path) cannot be made") }
  }
}
