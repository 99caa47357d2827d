import FoundationEssentials
import JSONRPC
import TaskServer

/// The files that a server is to write, each of which must be another one.
enum ServeFiles {
  /// - Throws: `UsageError` for two purposes of one file: a log in a store would destroy it, now or when it
  ///   is renamed.
  static func check(_ configuration: ServerConfiguration) throws(UsageError) {
    var taken: [String: String] = [:]
    if case .file(let store) = configuration.storage {
      for ending in ["", "-wal", "-shm", "-journal"] { taken[resolved(store + ending)] = "the store's" }
    }
    for path in configuration.modelPaths { taken[resolved(path)] = "the model's" }
    for (option, path, others) in files(configuration) {
      if let owner = taken[resolved(path)] {
        throw UsageError(message: "\(option): \(path) is \(owner) own file")
      }
      if let other = others.first(where: { taken[resolved($0)] != nil }), let owner = taken[resolved(other)] {
        throw UsageError(message: "\(option): it also writes \(other), which is \(owner) own file")
      }
      for path in [path] + others { taken[resolved(path)] = option + "'s" }
    }
  }

  /// Each option with its file, and the files that this one has beside it.
  private static func files(_ configuration: ServerConfiguration) -> [(String, String, [String])] {
    var files: [(String, String, [String])] = []
    if let log = configuration.logFile {
      // A link stays where it is; its target is renamed.
      files.append(("--log-file", log, LogFile.olderPaths(of: resolved(log))))
    }
    if let recording = configuration.recording {
      files.append(("--record", recording, [ServeRecording.copyPath(recording)]))
    }
    return files
  }

  private static func resolved(_ path: String) -> String {
    URL(filePath: path).standardizedFileURL.resolvingSymlinksInPath().path
  }
}
