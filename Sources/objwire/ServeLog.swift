import FoundationEssentials
import Glibc
import JSONRPC
import TaskServer

/// The log of a server: standard error, and a file if one was asked for.
struct ServeLog {
  let log: Log
  private let outputs: [LogOutput]

  /// - Throws: `UsageError` if the file cannot be written.
  init(_ configuration: ServerConfiguration) throws(UsageError) {
    let errors = LogOutput.errorOutput { Log.plainLine(.warning, Self.complaint($0)) }
    let level = configuration.logLevel
    let errorLevel = level ?? .warning
    guard let path = configuration.logFile else {
      self.init(outputs: [errors], outlets: [Self.errorOutlet(errors, errorLevel)])
      return
    }
    let file = try Self.openFile(path)
    self.init(
      outputs: [errors, file],
      outlets: [
        // Who reads the file need not read everything twice.
        Self.errorOutlet(errors, min(errorLevel, .warning)),
        Log.Outlet(level: level ?? .info) { file.write(line: Self.fileLine($0, $1)) },
      ])
  }

  private init(outputs: [LogOutput], outlets: [Log.Outlet]) {
    self.outputs = outputs
    log = Log(outlets) { outputs.reduce(0) { $0 + $1.droppedCount } }
  }

  /// Gives the last lines a moment to be written.
  func finish() { for output in outputs { output.finish() } }

  private static func errorOutlet(_ output: LogOutput, _ level: LogLevel) -> Log.Outlet {
    Log.Outlet(level: level) { output.write(line: Log.plainLine($0, $1)) }
  }

  private static func openFile(_ path: String) throws(UsageError) -> LogOutput {
    do throws(SystemError) {
      // Renamed when it is full; a link stays a link.
      let target = URL(filePath: path).resolvingSymlinksInPath().path
      return try LogOutput.file(target) {
        fileLine(.warning, complaint($0))
      } isStuck: {
        fileLine(.warning, "the full log goes on growing, for it cannot be renamed: \($0.reason)")
      }
    } catch {
      throw UsageError(message: "--log-file: \(path) cannot be written: \(error.reason)")
    }
  }

  private static func complaint(_ count: Int) -> String {
    count == 1 ? "1 line of the log was lost" : "\(count) lines of the log were lost"
  }

  /// `2026-12-01T09:00:00.250Z 4711 warning: text`; the number is the process.
  private static func fileLine(_ level: LogLevel, _ text: String) -> String {
    "\(Timestamp.now) \(getpid()) \(level.rawValue): \(text)"
  }
}
