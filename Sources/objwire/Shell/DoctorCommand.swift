import FoundationEssentials
import JSON
import TaskServer

/// `objwire doctor`: where the store is and why, and whether it is well; changes nothing.
struct DoctorCommand: ShellCommand {
  /// What decided on the place of the store, in words.
  let origin: String

  func run(_ shell: Shell) throws(ShellError) {
    let checkup = Checkup(shell.configuration, origin: origin)
    try shell.print(line: shell.options.format == .json ? checkup.json.text : checkup.text(shell.paint))
    if !checkup.isHealthy { throw .failed([]) }
  }
}

extension Checkup {
  /// A line for each finding.
  fileprivate func text(_ paint: Paint) -> String {
    let width = findings.map(\.name.count).max() ?? 0
    return findings.map { finding in
      let name = finding.name + String(repeating: " ", count: width - finding.name.count)
      let detail = finding.detail.split(separator: "\n").joined(
        separator: "\n" + String(repeating: " ", count: width + 10))
      return "\(paint(finding.status.role, finding.status.mark))  \(name)  \(TerminalText.lines(detail))"
    }.joined(separator: "\n")
  }

  /// All of it for programs.
  fileprivate var json: JSONValue {
    [
      "healthy": .bool(isHealthy),
      "checks": .array(
        findings.map { finding in
          [
            "name": .string(finding.name), "status": .string(finding.status.rawValue),
            "detail": .string(finding.detail),
          ]
        }),
      "facts": .object(facts),
    ]
  }
}

extension Checkup.Status {
  fileprivate var mark: String {
    switch self {
    case .ok: "ok    "
    case .notice: "note  "
    case .failed: "FAILED"
    }
  }

  fileprivate var role: Paint.Role? { self == .failed ? .late : nil }
}
