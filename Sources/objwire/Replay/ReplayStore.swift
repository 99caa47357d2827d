import FoundationEssentials
import ObjectGraph
import SQLiteStore
import TaskServer

/// The store of a replay: a temporary copy, so that nothing that is run again changes what anybody has.
struct ReplayStore {
  let storage: ServerConfiguration.Storage
  private let folder: URL

  /// - Parameter chosen: the store to copy; nil for the one that the recording began with.
  /// - Throws: `ShellError.usage` if the recording's store is not at hand, `.store` if a store cannot be copied.
  init(of recording: Recording, chosen: String?) throws(ShellError) {
    folder = FileManager.default.temporaryDirectory.appending(path: "objwire-replay-\(UUID().uuidString)")
    let source: String? = if let chosen { chosen } else { try Self.begin(of: recording) }
    guard source != nil || recording.header.store.type == "SQLite" else {
      storage = .inMemory
      return
    }
    let path = folder.appending(path: "tasks.sqlite").path
    storage = .file(path)
    do {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw .failed("the directory \(folder.path) cannot be made")
    }
    guard let source else { return }
    do throws(StoreError) {
      try StoreCopy.make(of: source, at: path)
    } catch {
      remove()
      throw .store(error)
    }
  }

  func remove() { try? FileManager.default.removeItem(at: folder) }

  /// The copy that was made when the recording began; nil for a store that was new.
  private static func begin(of recording: Recording) throws(ShellError) -> String? {
    if recording.header.store.isNew { return nil }
    guard let copy = recording.storeCopy, FileManager.default.fileExists(atPath: copy) else {
      let name = recording.storeCopy ?? "of its store"
      throw .usage("the recording's copy \(name) is missing; --store PATH names another store")
    }
    return copy
  }
}
