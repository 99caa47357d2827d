import FoundationEssentials
import JSON
import JSONRPC
import TaskServer

/// `objwire describe`: prints the manual; with `--write` brings the generated files of a checkout up to date.
struct DescribeCommand {
  let writesFiles: Bool

  func run() -> ExitCode {
    guard writesFiles else {
      return Output.print(Manual.description.markdown)
    }
    guard FileManager.default.fileExists(atPath: "Package.swift") else {
      ErrorOutput.write(line: "objwire: describe --write belongs in the top folder of a checkout")
      return .usage
    }
    for (path, text) in GeneratedFiles.all {
      guard (try? text.write(toFile: path, atomically: true, encoding: .utf8)) != nil else {
        ErrorOutput.write(line: "objwire: \(path) cannot be written")
        return .failure
      }
    }
    return .success
  }
}
