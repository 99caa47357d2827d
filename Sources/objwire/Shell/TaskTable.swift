import FoundationEssentials
import JSONRPC
import TaskServer

/// Tasks as a table for a person: one line each, no wider than the terminal.
struct TaskTable {
  /// What rows are coloured by, whether or not it is shown.
  static let neededFields = [TaskField.finished.rawValue, TaskField.date.rawValue]

  /// Fewest characters of a uuid that are shown; more where two tasks would look the same.
  private static let shortestKey = 8
  /// Fewest columns that a text is cut to before others are cut, too.
  private static let narrowestText = 16
  /// Fewest columns that any value is cut to, as long as the window has room for so many of each.
  private static let narrowest = 4
  private static let gap = "  "

  private let fields: [String]
  private let paint: Paint
  private let rows: [Row]

  private struct Row {
    var cells: [String]
    var isFinished: Bool
    var isLate: Bool
  }

  init(_ tasks: TaskRows, fields: [String], dates: LocalDates, paint: Paint, now: Date = Date()) {
    self.fields = fields
    self.paint = paint
    let columns = fields + Self.neededFields
    // Each field is found once, so a needed one that is also shown has its value where it is shown.
    let (finished, date) = (
      columns.firstIndex(of: TaskField.finished.rawValue), columns.firstIndex(of: TaskField.date.rawValue)
    )
    let keyLength = Self.keyLength(tasks.texts(TaskField.uuid.rawValue))
    var rows: [Row] = []
    tasks.forEach(columns) { cells in
      func text(_ column: Int?) -> String { column.map { tasks.plainText(cells[$0]) } ?? "" }
      let due = dates.read(text(date))
      let isFinished = text(finished) == "true"
      let isLate = !isFinished && (due.map { $0.seconds < now.timeIntervalSinceReferenceDate } ?? false)
      let shown = fields.indices.map { column in
        switch TaskField(rawValue: fields[column]) {
        case .date: due?.text ?? text(column)
        case .uuid: TerminalText.printable(String(text(column).prefix(keyLength)))
        case .finished, .notificationEnabled: text(column) == "true" ? "yes" : ""
        default: TerminalText.printable(text(column))
        }
      }
      rows.append(Row(cells: shown, isFinished: isFinished, isLate: isLate))
    }
    self.rows = rows
  }

  var isEmpty: Bool { rows.isEmpty }

  /// The lines, with a heading.
  func render(width: Int) -> [UInt8] {
    let widths = widths(within: width)
    var text = line(fields, widths) { _ in .heading }
    for row in rows {
      text += line(row.cells, widths) { column in
        if row.isFinished { return .finished }
        switch TaskField(rawValue: fields[column]) {
        case .uuid: return .key
        case .date: return row.isLate ? .late : nil
        default: return nil
        }
      }
    }
    return Array(text.utf8)
  }

  private func line(_ cells: [String], _ widths: [Int], _ role: (Int) -> Paint.Role?) -> String {
    var line = ""
    for (column, cell) in cells.enumerated() {
      let text = TerminalText.fitted(cell, to: widths[column])
      let padding = String(repeating: " ", count: max(0, widths[column] - TerminalText.width(of: text)))
      let isLast = column == cells.count - 1
      if fields[column] == TaskField.category.rawValue {
        line += padding + paint(role(column), text)
      } else {
        line += paint(role(column), text) + (isLast ? "" : padding)
      }
      line += isLast ? "\n" : Self.gap
    }
    return line
  }

  /// Each column as wide as its widest value, cut until the line fits: first long texts, then headings, then
  /// the rest.
  private func widths(within width: Int) -> [Int] {
    var values = fields.map { _ in 0 }
    for row in rows {
      for (column, cell) in row.cells.enumerated() {
        values[column] = max(values[column], min(TerminalText.width(of: cell), width))
      }
    }
    var widths = zip(fields, values).map { max(TerminalText.width(of: $0), $1) }
    let text = fields.firstIndex(of: TaskField.taskDescription.rawValue)
    let least = fields.indices.map { $0 == text ? Self.narrowestText : widths[$0] }
    let withoutHeadings = fields.indices.map { min(least[$0], max(values[$0], Self.narrowest)) }
    let narrowest = fields.map { _ in Self.narrowest }
    for limits in [least, withoutHeadings, narrowest, fields.map { _ in 1 }] {
      Self.narrow(&widths, to: limits, within: width)
    }
    return widths
  }

  /// Cuts the widest columns, none below its limit, until the line fits.
  private static func narrow(_ widths: inout [Int], to limits: [Int], within width: Int) {
    var excess = widths.reduce(0, +) + gap.count * (widths.count - 1) - width
    while excess > 0,
      let widest = widths.indices.filter({ widths[$0] > limits[$0] }).max(by: { widths[$0] < widths[$1] })
    {
      widths[widest] -= 1
      excess -= 1
    }
  }

  /// How many characters tell the listed tasks apart.
  private static func keyLength(_ keys: [String]) -> Int {
    let longest = keys.map(\.count).max() ?? 0
    var length = shortestKey
    while length < longest, Set(keys.map { $0.prefix(length) }).count < keys.count { length += 1 }
    return length
  }
}

extension Shell {
  /// Columns of the terminal: what it says, else `COLUMNS`, else 80.
  var columnCount: Int {
    StandardOutput.columnCount ?? environment["COLUMNS"].flatMap { Int($0) }.flatMap {
      $0 > 0 ? $0 : nil
    } ?? 80
  }
}
