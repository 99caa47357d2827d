import FoundationEssentials
import JSON
import JSONRPC
import TaskServer

/// `objwire import [FILE|-]`: adds the tasks of a file, all or none.
///
/// The text of the tasks goes to `task.add` as it is. Only where that fails is each task tried alone, in
/// memory, to name everything that is wrong.
struct ImportCommand: ShellCommand {
  /// Nil or `-` for standard input.
  let path: String?

  /// Kinds of errors that are about the tasks, and not about the store or the machine.
  private static let kindsOfTasks: Set<String> = [
    "value.type", "property.unknown", "invalidParams", "validation", "conflict.constraint",
  ]

  func run(_ shell: Shell) throws(ShellError) {
    let bytes = Self.withoutMark(try read())
    let session = try TaskSession(shell.configuration)
    let progress = ImportProgress(shell)
    let source = TaskSource(bytes) { portion in
      session.post(TaskSession.request(1, "task.add") { Self.write(portion, of: bytes, to: &$0) })
      progress.show(portion.endIndex)
    }
    do throws(ShellError) {
      try session.finishPosts()
      if source.complaints.isEmpty { try session.run("context.save") }
      progress.clear()
    } catch {
      progress.clear()
      try session.run("context.rollback")
      throw try explained(error, source, session, shell)
    }
    guard source.complaints.isEmpty else {
      try session.run("context.rollback")
      throw failure(source.complaints + (try trial(source, session, shell)), source)
    }
    try report(source.entries.count, shell)
  }

  /// An error that names everything that is wrong with the tasks, if it is about them.
  private func explained(
    _ error: ShellError, _ source: TaskSource, _ session: TaskSession, _ shell: Shell
  ) throws(ShellError) -> ShellError {
    guard let kind = error.kind, Self.kindsOfTasks.contains(kind) else { return error }
    let complaints = source.complaints + (try trial(source, session, shell))
    // What another process changed in between is found by the next try.
    return complaints.isEmpty ? error : failure(complaints, source)
  }

  private func trial(
    _ source: TaskSource, _ session: TaskSession, _ shell: Shell
  ) throws(ShellError) -> [TaskSource.Complaint] {
    try ImportTrial(source, shell.configuration).complaints(store: session)
  }

  /// Editors of other systems begin a file with a byte order mark, which is no part of JSON (RFC 8259 §8.1).
  private static func withoutMark(_ bytes: [UInt8]) -> [UInt8] {
    Array(ByteOrderMark.dropped(from: bytes[...]))
  }

  private func read() throws(ShellError) -> [UInt8] {
    guard let path, path != "-" else {
      if path == nil, StandardInput.isTerminal {
        throw .usage("import wants FILE, or - to read what is typed; see objwire help import")
      }
      do throws(SystemError) {
        return try StandardInput.readToEnd()
      } catch {
        throw .failed("standard input cannot be read: \(error.reason)")
      }
    }
    do {
      return Array(try Data(contentsOf: URL(filePath: path)))
    } catch {
      throw .failed("\(path) cannot be read" + (FileFailure.reason(error).map { ": \($0)" } ?? ""))
    }
  }

  private static func write(
    _ portion: ArraySlice<TaskSource.Entry>, of bytes: [UInt8], to writer: inout JSONWriter
  ) {
    writer.append(#"{"objects":["#)
    for entry in portion {
      writer.element()
      writer.append(bytes[entry.range])
    }
    writer.append("]}")
  }

  private func report(_ count: Int, _ shell: Shell) throws(ShellError) {
    if shell.options.format == .json {
      try shell.print(line: #"{"importedCount":\#(count)}"#)
    } else if ErrorOutput.isTerminal {
      shell.tell("imported \(count) \(count == 1 ? "task" : "tasks")\n")
    }
  }

  /// One sentence for each complaint, in the order of the file, with the place as compilers write it.
  private func failure(_ complaints: [TaskSource.Complaint], _ source: TaskSource) -> ShellError {
    let name = path.map { $0 == "-" ? "(standard input)" : $0 } ?? "(standard input)"
    let sorted = complaints.sorted { Self.position($0) < Self.position($1) }
    let lines = sorted.map { complaint in
      switch complaint.place {
      case .line(let number): "\(name):\(number): \(complaint.sentence)"
      case .index(let index): "\(name): index \(index): \(complaint.sentence)"
      case nil: "\(name): \(complaint.sentence)"
      }
    }
    let count = complaints.count
    return .rejected(lines, "nothing was imported: \(count) \(count == 1 ? "error" : "errors")")
  }

  private static func position(_ complaint: TaskSource.Complaint) -> Int {
    switch complaint.place {
    case .line(let number), .index(let number): number
    case nil: 0
    }
  }
}

/// How far an import is, on a terminal only.
private struct ImportProgress {
  private let shell: Shell
  private let isShown = ErrorOutput.isTerminal

  init(_ shell: Shell) { self.shell = shell }

  func show(_ count: Int) {
    if isShown { shell.tell("\r\(count) tasks") }
  }

  func clear() {
    if isShown { shell.tell("\r\u{1B}[K") }
  }
}
