import FoundationEssentials
import JSON
import JSONRPC

/// `objwire import [FILE|-]`: adds the tasks of a file, all or none.
///
/// The text of the tasks goes to `task.add` as it is. Only where that fails is each task tried alone, in memory, to
/// name everything that is wrong.
struct ImportCommand: ShellCommand {
  /// Nil or `-` for standard input.
  let path: String?

  /// Tasks that are sent together: few enough that progress is seen, many enough that a request costs nothing.
  private static let portion = 10_000
  /// Kinds of errors that are about the tasks, and not about the store or the machine.
  private static let kindsOfTasks: Set<String> = [
    "value.type", "property.unknown", "invalidParams", "validation", "conflict.constraint",
  ]

  func run(_ shell: Shell) throws(ShellError) {
    let source = TaskSource(try read())
    let session = try TaskSession(shell.configuration)
    if source.complaints.isEmpty {
      do throws(ShellError) {
        try add(source, session, shell)
        return try report(source.entries.count, shell)
      } catch {
        guard let kind = error.kind, Self.kindsOfTasks.contains(kind) else { throw error }
        let complaints = try ImportTrial(source, shell.configuration).complaints(store: session)
        // What another process changed in between is found by the next try.
        if complaints.isEmpty { throw error }
        throw failure(complaints, source)
      }
    }
    let complaints = try ImportTrial(source, shell.configuration).complaints(store: session)
    throw failure(source.complaints + complaints, source)
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
      throw .failed("\(path) cannot be read\(Self.reason(error))")
    }
  }

  private static func reason(_ error: any Error) -> String {
    switch (error as? CocoaError)?.code {
    case .fileReadNoSuchFile?, .fileNoSuchFile?: ": there is no such file"
    case .fileReadNoPermission?: ": permission denied"
    default: ""
    }
  }

  private func add(_ source: TaskSource, _ session: TaskSession, _ shell: Shell) throws(ShellError) {
    let progress = ImportProgress(total: source.entries.count, shell)
    defer { progress.clear() }
    var rest = source.entries[...]
    while !rest.isEmpty {
      let portion = rest.prefix(Self.portion)
      rest = rest.dropFirst(Self.portion)
      session.post(TaskSession.request(1, "task.add") { Self.write(portion, of: source, to: &$0) })
      progress.show(source.entries.count - rest.count)
    }
    do throws(ShellError) {
      try session.finishPosts()
      _ = try session.call("context.save")
    } catch {
      _ = try session.call("context.rollback")
      throw error
    }
  }

  private static func write(
    _ portion: ArraySlice<TaskSource.Entry>, of source: TaskSource, to writer: inout JSONWriter
  ) {
    writer.append(#"{"objects":["#)
    for entry in portion {
      writer.element()
      writer.append(source.text(entry))
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
  private let total: Int
  private let shell: Shell
  private let isShown: Bool

  init(total: Int, _ shell: Shell) {
    self.total = total
    self.shell = shell
    isShown = ErrorOutput.isTerminal
  }

  func show(_ count: Int) {
    guard isShown else { return }
    shell.tell("\r\(count) of \(total) tasks" + (count == total ? ", saving" : ""))
  }

  func clear() {
    if isShown { shell.tell("\r\u{1B}[K") }
  }
}
