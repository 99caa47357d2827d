/// From nothing to the first answered line with 10,000 tasks in the store.
enum StartItems {
  static var all: [Item] { [Item(name: "start", measure: start)] }

  /// Each contestant answers one question about the same store, then ends.
  private static func start(_ workshop: Workshop) throws(BenchmarkError) -> Outcome {
    let store = try workshop.store(rows: 10_000)
    let ping = #"{"jsonrpc":"2.0","id":1,"method":"server.ping","params":{}}"# + "\n"
    let fetch = #"{"jsonrpc":"2.0","id":1,"method":"task.fetch","params":{"limit":1}}"# + "\n"
    let sql = "SELECT * FROM ZTASK ORDER BY Z_PK LIMIT 1"
    let server = [workshop.server, "serve", "--store", store]
    return try workshop.compare(
      "start", .nanoseconds, rounds: workshop.isQuick ? 5 : 25,
      [
        Contestant("objwire") { () throws(BenchmarkError) in
          try Child.firstLine("objwire", command: server, input: fetch)
        },
        Contestant("sqlite3") { () throws(BenchmarkError) in
          try Child.firstLine("sqlite3", command: ["sqlite3", store, sql], input: "")
        },
        Contestant("C server") { () throws(BenchmarkError) in
          try Child.firstLine("C server", command: [workshop.baselineServer, store], input: ping)
        },
      ])
  }
}
