import JSONRPC
import TaskServer

/// What commands print when they are not serving.
enum Output {
  /// Writes the text to standard output; says so on standard error if that fails.
  static func print(_ text: String) -> ExitCode {
    do throws(SystemError) {
      try StandardOutput.write(text)
      return .success
    } catch {
      ErrorOutput.write(line: "objwire: standard output cannot be written: \(error.reason)")
      return .failure
    }
  }
}
