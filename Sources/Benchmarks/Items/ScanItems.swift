/// A search that no index helps.
enum ScanItems {
  static var all: [Item] {
    [Item(name: "contains", measure: contains), Item(name: "cancel", measure: cancel)]
  }

  /// From `$/cancelRequest` to the reply, beside the whole scan that it ends early; 100,000 rows in a quick
  /// run.
  private static func cancel(_ workshop: Workshop) throws(BenchmarkError) -> Outcome {
    let server = try workshop.startServer(
      store: try workshop.store(rows: workshop.isQuick ? 100_000 : 1_000_000))
    let requests = Requests.repeated(
      1, "task.count", #"{"predicate":"taskDescription CONTAINS[cd] \"garden\""}"#)
    // The first scan also fills caches: half of its time may be longer than all of the next.
    _ = try server.exchange(requests)
    let whole = try server.exchange(requests)
    return try workshop.compare(
      "cancel", .nanoseconds,
      [
        Contestant("objwire") { () throws(BenchmarkError) in try server.cancel(requests, after: whole / 4) },
        Contestant("whole scan") { () throws(BenchmarkError) in try server.exchange(requests) },
      ])
  }

  /// Counts 100,000 rows by `CONTAINS[cd]`.
  ///
  /// SQLite's LIKE ignores case in ASCII only and its instr not at all: both do less than the subject.
  private static func contains(_ workshop: Workshop) throws(BenchmarkError) -> Outcome {
    let store = try workshop.store(rows: 100_000)
    let word = "garden"
    let server = try workshop.startServer(store: store)
    let raw = try RawStore(path: store)
    let expected = try raw.contains(word, ignoringCase: true).count
    let requests = Requests.repeated(
      1, "task.count", #"{"predicate":"taskDescription CONTAINS[cd] \"\#(word)\""}"#)
    return try workshop.compare(
      "contains", .nanoseconds,
      [
        Contestant("objwire") { () throws(BenchmarkError) in
          let time = try server.exchange(requests)
          guard server.head.contains("\"count\":\(expected)}") else {
            throw .failed(contestant: "objwire", what: "\(server.head) instead of \(expected)")
          }
          return time
        },
        Contestant("C LIKE") { () throws(BenchmarkError) in
          try raw.contains(word, ignoringCase: true).time
        },
        Contestant("C instr") { () throws(BenchmarkError) in
          try raw.contains(word, ignoringCase: false).time
        },
      ])
  }
}
