import FoundationEssentials
import TaskServer

/// The files that a server is to write, each of which must be another one.
enum ServeFiles {
  /// - Throws: `UsageError` for two purposes of one file: a log in a store would destroy it.
  static func check(_ configuration: ServerConfiguration) throws(UsageError) {
    var taken: [String: String] = [:]
    if case .file(let store) = configuration.storage {
      for ending in ["", "-wal", "-shm", "-journal"] { taken[resolved(store + ending)] = "the store's" }
    }
    let files = [("--log-file", configuration.logFile), ("--record", configuration.recording)]
    for case (let option, let path?) in files {
      if let owner = taken[resolved(path)] {
        throw UsageError(message: "\(option): \(path) is \(owner) own file")
      }
      taken[resolved(path)] = option + "'s"
    }
  }

  private static func resolved(_ path: String) -> String {
    URL(filePath: path).standardizedFileURL.resolvingSymlinksInPath().path
  }
}
