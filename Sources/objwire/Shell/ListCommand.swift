import JSON
import JSONRPC
import TaskServer

/// `objwire list`: tasks as a table on a terminal, as lines for programs otherwise, or as JSON.
struct ListCommand: ShellCommand {
  func run(_ shell: Shell) throws(ShellError) {
    let options = shell.options
    let session = try TaskSession(shell.configuration, isReading: true)
    let filter = try TaskFilter(options.predicate, in: session)
    let withFinished = options.includesFinished || filter.testsFinished
    let isTable = options.format == .text && StandardOutput.isTerminal
    let fields = options.fields ?? (isTable ? TaskField.shown(withFinished: withFinished) : TaskField.all)
    let tasks = try session.fetch(
      filter.text(onlyOpen: !withFinished),
      sort: options.sort.isEmpty ? [TaskField.date.rawValue] : options.sort,
      limit: options.limit, fields: isTable ? fields + TaskTable.neededFields : fields)
    switch options.format {
    case .json: try shell.print(tasks.json)
    case .jsonLines: try shell.print(tasks.jsonLines)
    case .text where isTable:
      let table = TaskTable(
        tasks, fields: fields, dates: LocalDates(zone: shell.configuration.timeZone), paint: shell.paint)
      guard !table.isEmpty else { return shell.tell("no tasks\n") }
      try shell.print(table.render(width: shell.columnCount))
    case .text: try shell.print(PlainLine.lines(tasks, fields: fields))
    }
  }
}

extension TaskSession {
  /// Tasks that match, missing values of sort keys last.
  func fetch(
    _ predicate: String?, sort: [String] = [], limit: Int? = nil, fields: [String]? = nil
  ) throws(ShellError) -> TaskRows {
    var params: JSONObject = ["resultType": "dictionaries"]
    if let predicate { params["predicate"] = .string(predicate) }
    if !sort.isEmpty { params["sort"] = .array(sort.map(Self.sortKey)) }
    if let limit { params["limit"] = .integer(Int64(limit)) }
    if let fields { params["properties"] = .array(fields.map { .string($0) }) }
    return TaskRows(try call("task.fetch", .object(params)))
  }

  private static func sortKey(_ word: String) -> JSONValue {
    let isDescending = word.hasPrefix("-")
    return [
      "key": .string(isDescending ? String(word.dropFirst()) : word), "ascending": .bool(!isDescending),
      "nulls": "last",
    ]
  }
}
