import FoundationEssentials
import Glibc
import JSONRPC
import TaskServer

/// The command line: reads the words, runs one subcommand, exits with its code.
@main
struct Main {
  static func main() {
    Allocator.configure()
    completeStreams()
    let arguments: Arguments
    do throws(UsageError) {
      arguments = try Arguments(
        CommandLine.words(), environment: ProcessInfo.processInfo.environment,
        isTerminal: isatty(0) == 1)
    } catch {
      ErrorOutput.write(line: "objwire: \(error.message)")
      exit(ExitCode.usage.rawValue)
    }
    exit(run(arguments.action).rawValue)
  }

  /// Ends the process if nothing that it says could be read.
  private static func completeStreams() {
    let complaint: String
    do throws(SystemError) {
      if try StandardStreams.complete() { return }
      complaint = "standard output is closed"
    } catch {
      complaint = "/dev/null cannot be opened: \(error.reason)"
    }
    ErrorOutput.write(line: "objwire: \(complaint)")
    exit(ExitCode.failure.rawValue)
  }

  private static func run(_ action: Arguments.Action) -> ExitCode {
    switch action {
    case .serve(let configuration):
      return ServeCommand(configuration: configuration).run()
    case .call(let configuration, let method, let params):
      return CallCommand(configuration: configuration, method: method, params: params).run()
    case .describe(let writesFiles):
      return DescribeCommand(writesFiles: writesFiles).run()
    case .shell(let command, let values):
      return Shell(
        configuration: values.configuration, options: values.shell,
        environment: ProcessInfo.processInfo.environment
      ).run(command)
    case .help(let topic):
      return Output.print(Help.text(about: topic) + "\n")
    case .version:
      return Output.print("\(Server.name) \(Server.version) (protocol \(Server.protocolVersion))\n")
    }
  }
}
