import FoundationEssentials
import JSON
import JSONRPC
import TaskServer

/// `objwire describe`: prints the manual; with `--write` brings the generated files of a checkout up to date.
struct DescribeCommand {
  let writesFiles: Bool

  func run() -> Int32 {
    guard writesFiles else {
      print(Manual.description.markdown, terminator: "")
      return ExitCode.success.rawValue
    }
    guard FileManager.default.fileExists(atPath: "Package.swift") else {
      ErrorOutput.write(line: "objwire: describe --write belongs in the top folder of a checkout")
      return ExitCode.usage.rawValue
    }
    for (path, text) in GeneratedFiles.all {
      guard (try? text.write(toFile: path, atomically: true, encoding: .utf8)) != nil else {
        ErrorOutput.write(line: "objwire: \(path) cannot be written")
        return ExitCode.exitWithoutShutdown.rawValue
      }
    }
    return ExitCode.success.rawValue
  }
}
