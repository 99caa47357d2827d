extension Subcommand {
  static let addPage = CommandPage(
    operands: "TEXT…", summary: "add a task",
    examples: [
      .init("objwire add Buy milk", "prints the new task's uuid"),
      .init("objwire add 'Call the bank' --date 2026-12-01T09:00 --category 2 --notify", ""),
      .init("objwire add --json -- --help is an option", "what follows -- is text"),
    ],
    text: [
      """
      Adds a task and prints its uuid, or with --json the whole task. Several words are joined by spaces. A date \
      without an offset is local time: --time-zone, else TZ, else the system's zone.
      """
    ])

  static let listPage = CommandPage(
    operands: "", summary: "print tasks",
    examples: [
      .init("objwire list", "open tasks, the earliest first"),
      .init("objwire list --all --sort -date,category --limit 20", ""),
      .init(#"objwire list --where 'taskDescription CONTAINS[cd] "milk" AND date < "2027-01-01"'"#, ""),
      .init("objwire list --json --fields uuid,date | jq -r '.[].uuid'", "for programs"),
      .init("objwire list | cut -f 6", "texts alone"),
    ],
    text: [
      """
      Prints open tasks, the earliest first and those without a date last. --all prints finished ones, too; a \
      --where that speaks of finished decides that itself.
      """,
      """
      On a terminal it is a table: dates in local time, late ones red, finished tasks dim, the beginning of each uuid, \
      long texts cut to the width of the window. Colours are left out where NO_COLOR is set, TERM is dumb, or --color \
      says so.
      """,
      """
      Otherwise it is a line for each task, without a heading, values separated by tabs: uuid, finished, date, \
      category, notificationEnabled, taskDescription, or what --fields names. Dates are in UTC, a missing value is \
      empty, and a tab, line end or backslash in a text is written \\t, \\n, \\r, \\\\. --json prints one array ([] if \
      nothing matches), --jsonl an object a line.
      """,
      "--sort puts missing values last in either direction.",
    ])

  static let donePage = CommandPage(
    operands: "UUID…", summary: "finish tasks",
    examples: [
      .init("objwire done 6F0F7A0C", "the beginning of a uuid is enough"),
      .init("objwire done --where 'category == 2' --yes", "open tasks that match"),
    ],
    text: ["Finishes tasks, all or none, and prints their uuids.", keys, bulk], words: .tasks)

  static let editPage = CommandPage(
    operands: "UUID", summary: "change a task",
    examples: [
      .init("objwire edit 6F0F7A0C --text 'Buy oat milk' --date 2026-12-01", ""),
      .init("objwire edit 6F0F7A0C --no-date --undone", "not finished after all"),
    ],
    text: ["Changes what options name and nothing else, and prints the task's uuid.", keys], words: .tasks)

  static let deletePage = CommandPage(
    operands: "UUID…", summary: "delete tasks",
    examples: [
      .init("objwire delete 6F0F7A0C", ""),
      .init("objwire delete --where 'finished == YES' --json --yes > deleted.json", "keeps what it deletes"),
    ],
    text: ["Deletes tasks, all or none, and prints their uuids; --json prints what they were.", keys, bulk],
    words: .tasks)

  static let exportPage = CommandPage(
    operands: "", summary: "print every task for import",
    examples: [
      .init("objwire export > tasks.ndjson", ""),
      .init("objwire export --where 'finished == NO' | objwire import --store other.sqlite", ""),
    ],
    text: [
      """
      Prints every task with all its properties in order of insertion: an object a line, or with --json one array. \
      objwire import reads both back to the same tasks.
      """
    ])

  static let importPage = CommandPage(
    operands: "[FILE|-]", summary: "add the tasks of a file",
    examples: [
      .init("objwire import tasks.ndjson", ""),
      .init(#"echo '{"taskDescription": "Buy milk"}' | objwire import"#, ""),
    ],
    text: [
      """
      Adds tasks from NDJSON (an object a line) or from one JSON array, all or none. Properties that are not there get \
      their defaults; a task without a uuid gets one.
      """,
      """
      If anything is wrong nothing is added, and every error is printed on standard error with its line, or with its \
      index in an array: FILE:LINE: MESSAGE. A uuid that the store has already is such an error. --json prints \
      {"importedCount": NUMBER}. Progress is shown on a terminal only.
      """,
    ], words: .files)

  static let doctorPage = CommandPage(
    operands: "", summary: "check the store",
    examples: [
      .init("objwire doctor", ""),
      .init("objwire doctor --json | jq .facts", ""),
    ],
    text: [
      """
      Tells where the store is and why, versions, whether every page of the file is sound and the model fits, who has \
      it open, how long its log is and how much room is left; of a store of an older model, what opening it would change \
      and lose. It changes nothing, and exits with 1 if something is wrong.
      """
    ])

  private static let keys = """
    The beginning of a uuid, of at least 4 characters and in any case, stands for the task if no other begins so; \
    otherwise nothing is changed and the candidates are listed.
    """

  private static let bulk = """
    --where asks before it changes anything; where nobody can be asked it wants --yes.
    """
}
