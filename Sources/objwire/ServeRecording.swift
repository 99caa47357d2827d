import FoundationEssentials
import JSON
import JSONRPC
import ObjectGraph
import SQLiteStore
import TaskServer

/// The recording that a server was asked to make.
struct ServeRecording {
  let recorder: Recorder
  private let path: String
  /// Whether the store is made by this server.
  private let isNew: Bool

  /// Makes the file; nil if no recording was asked for.
  ///
  /// To be called before the store is opened.
  /// - Throws: `UsageError` if the file cannot be written, or is not empty.
  init?(_ configuration: ServerConfiguration, log: Log) throws(UsageError) {
    guard let path = configuration.recording else { return nil }
    self.path = path
    isNew = Self.isMissing(configuration.storage)
    if !isNew, FileManager.default.fileExists(atPath: Self.copyPath(path)) {
      throw UsageError(message: "--record: \(Self.copyPath(path)) is there already; nothing is overwritten")
    }
    do throws(Recorder.Refusal) {
      recorder = try Recorder(path: path) { error in
        log(.error, "the recording \(path) ends here: \(error.reason)")
      }
    } catch {
      throw UsageError(message: "--record: \(Self.sentence(error, path))")
    }
  }

  /// Writes the first line, and the copy of a store that holds something.
  ///
  /// - Throws: `StoreError` if the store cannot be read, or the copy not be made.
  func begin(_ server: Server) throws(StoreError) {
    var copy: String?
    if !isNew, case .file(let store) = server.configuration.storage {
      try StoreCopy.make(of: store, at: Self.copyPath(path))
      copy = URL(filePath: Self.copyPath(path)).lastPathComponent
    }
    var writer = JSONWriter()
    try server.recordingHeader(started: Timestamp.now, isNew: isNew, copy: copy).write(to: &writer)
    recorder.begin(writer.bytes)
  }

  /// Where the store is copied to if it holds something.
  static func copyPath(_ path: String) -> String { path + ".store" }

  /// Whether there is no store yet, or only an empty file.
  private static func isMissing(_ storage: ServerConfiguration.Storage) -> Bool {
    guard case .file(let path) = storage else { return true }
    return !StoreCopy.isNeeded(of: path)
  }

  private static func sentence(_ refusal: Recorder.Refusal, _ path: String) -> String {
    switch refusal {
    case .exists: "\(path) is not empty, or another server records there; nothing is overwritten"
    case .noFile: "\(path) is no file"
    case .system(let error): "\(path) cannot be written: \(error.reason)"
    }
  }
}
