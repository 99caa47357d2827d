import FoundationEssentials
import Glibc
import JSONRPC
import TaskServer

/// The command line: reads the words, runs one subcommand, exits with its code.
@main
struct Main {
  static func main() {
    Allocator.configure()
    let arguments: Arguments
    do throws(Arguments.UsageError) {
      arguments = try Arguments(
        Array(CommandLine.arguments.dropFirst()), environment: ProcessInfo.processInfo.environment)
    } catch {
      ErrorOutput.write(line: "objwire: \(error.message)")
      exit(ExitCode.usage.rawValue)
    }
    exit(run(arguments))
  }

  private static func run(_ arguments: Arguments) -> Int32 {
    if arguments.switches.contains("--version") {
      print("\(Server.name) \(Server.version) (protocol \(Server.protocolVersion))")
      return ExitCode.success.rawValue
    }
    if arguments.switches.contains("--help") || arguments.switches.contains("-h") { return help(arguments) }
    return switch arguments.command {
    case .serve: ServeCommand(configuration: arguments.configuration).run()
    case .call: CallCommand(configuration: arguments.configuration, words: arguments.words).run()
    case .describe: DescribeCommand(writesFiles: arguments.switches.contains("--write")).run()
    case .help: help(arguments)
    // On a terminal nobody types JSON by accident.
    case nil: isatty(0) == 1 ? help(arguments) : ServeCommand(configuration: arguments.configuration).run()
    }
  }

  private static func help(_ arguments: Arguments) -> Int32 {
    let topic = arguments.command == .help ? arguments.words.first : arguments.command?.rawValue
    print(Help.text(about: topic.flatMap { Arguments.Command(rawValue: $0) }))
    return ExitCode.success.rawValue
  }
}
