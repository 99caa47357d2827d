/// Adding tasks, all at once and one by one.
enum InsertItems {
  static var all: [Item] {
    [
      Item(name: "insert", measure: insert),
      Item(name: "add-save-full") { (workshop) throws(BenchmarkError) in
        try addEach(workshop, "add-save-full", full: true)
      },
      Item(name: "add-save-normal") { (workshop) throws(BenchmarkError) in
        try addEach(workshop, "add-save-normal", full: false)
      },
    ]
  }

  /// 100,000 rows in one `task.add` with `save`, from the first byte written to the whole reply read.
  ///
  /// Every round begins with a new store; making it is not counted on either side.
  private static func insert(_ workshop: Workshop) throws(BenchmarkError) -> Outcome {
    let rows = 100_000
    let requests = Requests.addAll(first: 0, count: rows)
    let ping = Requests.repeated(1, "server.ping", "{}")
    return try workshop.compare(
      "insert", .nanoseconds, rounds: workshop.isQuick ? 2 : 5,
      [
        Contestant("objwire") { () throws(BenchmarkError) in
          let path = workshop.freshStore()
          defer { workshop.removeStore(path) }
          let child = try workshop.startServer(store: path)
          _ = try child.exchange(ping)
          let time = try child.exchange(requests)
          child.finish()
          return time
        },
        Contestant("C") { () throws(BenchmarkError) in
          let path = workshop.freshStore()
          defer { workshop.removeStore(path) }
          return try RawStore(path: path).insert(first: 0, count: rows)
        },
      ])
  }

  /// Every row in a transaction of its own; the middle of one round's times counts.
  private static func addEach(
    _ workshop: Workshop, _ item: String, full: Bool
  ) throws(BenchmarkError) -> Outcome {
    let count = workshop.isQuick ? 200 : 500
    let served = workshop.freshStore()
    let raw = try RawStore(path: workshop.freshStore(), full: full)
    let child = try workshop.startServer(store: served, ["--synchronous", full ? "full" : "normal"])
    var servedRows = 0
    var rawRows = 0
    return try workshop.compare(
      item, .nanoseconds,
      [
        Contestant("objwire") { () throws(BenchmarkError) in
          let requests = Requests.addEach(first: servedRows, count: count)
          servedRows += count
          var times: [Double] = []
          for line in 0..<count { times.append(try child.exchange(requests, line: line)) }
          return Samples.median(of: times)
        },
        Contestant("C") { () throws(BenchmarkError) in
          defer { rawRows += count }
          return Samples.median(of: try raw.insertEach(first: rawRows, count: count))
        },
      ])
  }
}
