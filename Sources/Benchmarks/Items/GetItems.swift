/// One task by its uuid.
enum GetItems {
  static var all: [Item] {
    [
      Item(name: "get-1k") { (workshop) throws(BenchmarkError) in
        try oneByOne(workshop, "get-1k", rows: 1_000)
      },
      Item(name: "get-100k") { (workshop) throws(BenchmarkError) in
        try oneByOne(workshop, "get-100k", rows: 100_000)
      },
      Item(name: "get-pipelined", measure: pipelined),
      Item(name: "get-growth", measure: growth),
    ]
  }

  /// One request at a time on one processor, beside the C server and SQLite without any pipe.
  private static func oneByOne(
    _ workshop: Workshop, _ item: String, rows: Int
  ) throws(BenchmarkError) -> Outcome {
    let store = try workshop.store(rows: rows)
    Machine.pin(true)
    defer { Machine.pin(false) }
    let count = workshop.isQuick ? 1_000 : 5_000
    let requests = Requests.get(count: count, rows: rows)
    let children = [
      try workshop.startServer(store: store), try workshop.startBaselineServer(store: store),
    ]
    let raw = try RawStore(path: store)
    let served = children.map { child in
      Contestant(child.name) { () throws(BenchmarkError) in
        Samples.median(of: try child.oneByOne(requests, count: count))
      }
    }
    let stepped = Contestant("C without pipe") { () throws(BenchmarkError) in
      Samples.median(of: try raw.getEach(rows: rows, count: count))
    }
    return try workshop.compare(item, .nanoseconds, served + [stepped])
  }

  /// 64 requests unanswered at any moment, 100,000 rows.
  private static func pipelined(_ workshop: Workshop) throws(BenchmarkError) -> Outcome {
    let rows = 100_000
    let store = try workshop.store(rows: rows)
    let requests = Requests.get(count: workshop.isQuick ? 10_000 : 50_000, rows: rows)
    let children = [
      try workshop.startServer(store: store), try workshop.startBaselineServer(store: store),
    ]
    return try workshop.compare(
      "get-pipelined", .perSecond,
      children.map { child in
        Contestant(child.name) { () throws(BenchmarkError) in try child.pipelined(requests, depth: 64) }
      })
  }

  /// How much a lookup slows down from 1,000 to 1,000,000 rows; 100,000 in a quick run.
  private static func growth(_ workshop: Workshop) throws(BenchmarkError) -> Outcome {
    let great = workshop.isQuick ? 100_000 : 1_000_000
    let stores = [
      (name: workshop.isQuick ? "objwire 100k" : "objwire 1M", rows: great),
      (name: "objwire 1k", rows: 1_000),
    ]
    let count = workshop.isQuick ? 1_000 : 5_000
    var contestants: [Contestant] = []
    for (name, rows) in stores { _ = try (name, workshop.store(rows: rows)) }
    Machine.pin(true)
    defer { Machine.pin(false) }
    for (name, rows) in stores {
      let child = try workshop.startServer(store: try workshop.store(rows: rows))
      let requests = Requests.get(count: count, rows: rows)
      contestants.append(
        Contestant(name) { () throws(BenchmarkError) in
          Samples.median(of: try child.oneByOne(requests, count: count))
        })
    }
    return try workshop.compare("get-growth", .nanoseconds, contestants)
  }
}
