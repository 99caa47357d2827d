import TaskServer

extension Option {
  /// What the commands of the shell take.
  static var shellOptions: [Option] { valueOptions + selectionOptions + outputOptions }

  private static let changing: [Subcommand?] = [.add, .edit]
  private static let selecting: [Subcommand?] = [.list, .done, .delete, .export]
  private static let printing: [Subcommand?] = [.add, .list, .done, .edit, .delete, .export]

  private static var valueOptions: [Option] {
    [
      Option("--text", "TEXT", "what is to be done", wants: "text", [.edit]) { text, values in
        values.shell.text = text
        return !text.isEmpty
      },
      Option(
        "--date", "DATE", "when: 2026-12-01, 2026-12-01T09:00 (local time) or 2026-12-01T09:00:00Z",
        wants: "a date such as 2026-12-01, 2026-12-01T09:00 or 2026-12-01T09:00:00Z", changing
      ) { text, values in
        values.shell.date = .set(text)
        return WireDate(text) != nil
      },
      Option("--no-date", "take the date away", [.edit]) { $0.shell.date = .remove },
      Option(
        "--category", "NUMBER", "the number of its category", wants: "a whole number of 32 bits", changing
      ) { text, values in
        values.shell.category = Int32(text)
        return values.shell.category != nil
      },
      Option("--uuid", "UUID", "its uuid (default: a new one)", wants: "a uuid, or other text", [.add]) {
        text, values in
        values.shell.uuid = text
        return !text.isEmpty
      },
      Option("--notify", "mark it for a reminder", changing) { $0.shell.notifies = true },
      Option("--no-notify", "take the mark for a reminder away", [.edit]) { $0.shell.notifies = false },
      Option("--undone", "it is to be done again", [.edit]) { $0.shell.finished = false },
    ]
  }

  private static var selectionOptions: [Option] {
    [
      Option(
        "--where", "PREDICATE", "only tasks that match, such as 'category == 2'", wants: "a predicate",
        selecting
      ) {
        text, values in
        values.shell.predicate = text
        return !text.isEmpty
      },
      Option("--all", "finished tasks, too", [.list]) { $0.shell.includesFinished = true },
      Option(
        "--sort", "FIELDS", "most important first, -FIELD descending (default: date)",
        wants: "properties, separated by commas", [.list]
      ) { text, values in
        values.shell.sort = Self.list(text)
        return !values.shell.sort.contains { $0.isEmpty || $0 == "-" }
      },
      Option("--limit", "NUMBER", "so many tasks at most", wants: "a number from 1", [.list]) {
        text, values in
        values.shell.limit = Int(text)
        return values.shell.limit.map { $0 > 0 } ?? false
      },
      Option(
        "--fields", "FIELDS", "what to print of each task, separated by commas",
        wants: "properties, separated by commas", [.list]
      ) {
        text, values in
        let names = Self.list(text)
        values.shell.fields = names.enumerated().filter { !names[..<$0.offset].contains($0.element) }.map(
          \.element)
        return !names.contains("")
      },
      Option("--yes", "do not ask before changing what --where selects", [.done, .delete]) {
        $0.shell.isConfirmed = true
      },
    ]
  }

  private static var outputOptions: [Option] {
    [
      Option("--json", "print one JSON value", printing + [.import, .doctor]) { $0.shell.format = .json },
      Option("--jsonl", "print one JSON object a line", printing) { $0.shell.format = .jsonLines },
      Option(
        "--color", "auto|always|never", "colours in tables (default: auto)", wants: "auto, always or never",
        [.list]
      ) { word, values in
        guard let choice = ShellOptions.ColorChoice(rawValue: word) else { return false }
        values.shell.color = choice
        return true
      },
      Option("--man", "print a manual page for man(1)", [.help]) { $0.shell.wantsManualPage = true },
    ]
  }

  private static func list(_ text: String) -> [String] {
    text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
  }
}
