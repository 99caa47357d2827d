/// Whole commands of the shell, from before the process is made to its end.
enum ShellItems {
  static var all: [Item] {
    [Item(name: "list", measure: list), Item(name: "import", measure: importAll)]
  }

  /// 10,000 tasks as lines with tabs, beside `sqlite3` printing the same columns in the same order.
  private static func list(_ workshop: Workshop) throws(BenchmarkError) -> Outcome {
    let store = try workshop.store(rows: 10_000)
    let sql = """
      SELECT ZUUID, ZFINISHED, ZDATE, ZCATEGORY, ZNOTIFICATIONENABLED, ZTASKDESCRIPTION FROM ZTASK \
      ORDER BY ZDATE, Z_PK
      """
    return try workshop.compare(
      "list", .nanoseconds,
      [
        Contestant("objwire") { () throws(BenchmarkError) in
          try Child.run("objwire", command: [workshop.server, "list", "--all", "--store", store])
        },
        Contestant("sqlite3") { () throws(BenchmarkError) in
          try Child.run("sqlite3", command: ["sqlite3", store, sql])
        },
      ])
  }

  /// 100,000 tasks from a file of NDJSON into a store that does not exist yet; tasks a second.
  private static func importAll(_ workshop: Workshop) throws(BenchmarkError) -> Outcome {
    let rows = 100_000
    let source = try workshop.store(rows: rows)
    let file = workshop.directory + "/tasks.ndjson"
    _ = try Child.run(
      "sh",
      command: ["sh", "-c", "exec \"$0\" export --store \"$1\" > \"$2\"", workshop.server, source, file])
    return try workshop.compare(
      "import", .perSecond,
      [
        Contestant("objwire") { () throws(BenchmarkError) in
          let path = workshop.freshStore()
          defer { workshop.removeStore(path) }
          let time = try Child.run("objwire", command: [workshop.server, "import", "--store", path, file])
          return Double(rows) * 1e9 / time
        },
        Contestant("C") { () throws(BenchmarkError) in
          let path = workshop.freshStore()
          defer { workshop.removeStore(path) }
          return Double(rows) * 1e9 / (try RawStore(path: path).insert(first: 0, count: rows))
        },
      ])
  }
}
