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
      exit(report(error).rawValue)
    }
    do throws(UsageError) {
      exit(try run(arguments.action).rawValue)
    } catch {
      exit(report(error).rawValue)
    }
  }

  private static func report(_ error: UsageError) -> ExitCode {
    for finding in error.findings { ErrorOutput.write(line: finding) }
    ErrorOutput.write(line: "objwire: \(error.message)")
    return .usage
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

  private static func run(_ action: Arguments.Action) throws(UsageError) -> ExitCode {
    switch action {
    case .serve(let configuration):
      return ServeCommand(configuration: try ModelLocation.reading(configuration)).run()
    case .call(let configuration, let method, let params):
      return CallCommand(
        configuration: try ModelLocation.reading(configuration), method: method, params: params
      ).run()
    case .describe(let writesFiles):
      return DescribeCommand(writesFiles: writesFiles).run()
    case .shell(let command, let values):
      return Shell(
        configuration: try ModelLocation.reading(values.configuration), options: values.shell,
        environment: ProcessInfo.processInfo.environment
      ).run(command)
    case .help(let topic):
      return Output.print(Help.text(about: topic) + "\n")
    case .version:
      return Output.print("\(Server.name) \(Server.version) (protocol \(Server.protocolVersion))\n")
    }
  }
}
