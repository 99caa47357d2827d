import FoundationEssentials
import JSON
import JSONRPC
import ObjectGraph
import TaskServer

/// Where a command of the shell runs: its store, its options, what it prints to.
struct Shell {
  let configuration: ServerConfiguration
  let options: ShellOptions
  let environment: [String: String]

  /// Runs a command and says what went wrong.
  func run(_ command: any ShellCommand) -> ExitCode {
    do throws(ShellError) {
      try command.run(self)
      return .success
    } catch {
      return report(error)
    }
  }

  /// Prints bytes on standard output.
  func print(_ bytes: [UInt8]) throws(ShellError) {
    do throws(SystemError) {
      try StandardOutput.write(bytes)
    } catch {
      throw .output(error)
    }
  }

  /// Prints one line on standard output.
  func print(line: String) throws(ShellError) { try print(Array((line + "\n").utf8)) }

  /// Writes for the person who watches: on standard error, and never in the way of the work.
  func tell(_ text: String) { ErrorOutput.write(whole: text) }

  /// Colours of standard output.
  var paint: Paint {
    switch options.color {
    case .always: Paint(isOn: true)
    case .never: Paint(isOn: false)
    case .auto:
      Paint(
        isOn: StandardOutput.isTerminal && environment["NO_COLOR", default: ""].isEmpty
          && environment["TERM"] != "dumb")
    }
  }

  private func report(_ error: ShellError) -> ExitCode {
    switch error {
    case .usage(let sentence):
      tell("objwire: \(sentence)\n")
      return .usage
    case .store(let error):
      tell("objwire: \(StoreFailure.sentence(error, configuration))\n")
      return .storeNotOpened
    case .request(let error): tell(text(of: error))
    case .failed(let sentences):
      tell(sentences.map { ($0.hasPrefix(" ") ? "" : "objwire: ") + $0 + "\n" }.joined())
    case .rejected(let lines, let sentence):
      tell((lines + ["objwire: \(sentence)"]).joined(separator: "\n") + "\n")
    case .output(let error): tell("objwire: standard output cannot be written: \(error.reason)\n")
    }
    return .failure
  }

  /// An error object as the chosen format has it.
  private func text(of error: JSONValue) -> String {
    if options.format != .text { return JSONValue.object(["error": error]).text + "\n" }
    return "objwire: \(RequestFailure(error).sentence)\n"
  }
}

/// A command of the shell.
protocol ShellCommand {
  func run(_ shell: Shell) throws(ShellError)
}
