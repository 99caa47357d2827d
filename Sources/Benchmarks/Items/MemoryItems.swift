/// What a server holds with 100,000 tasks in the store and none loaded.
enum MemoryItems {
  static var all: [Item] {
    [
      Item(name: "resident") { (workshop) throws(BenchmarkError) in
        try memory(workshop, "resident") { $0.resident }
      },
      Item(name: "peak") { (workshop) throws(BenchmarkError) in
        try memory(workshop, "peak") { $0.peak }
      },
    ]
  }

  private static func memory(
    _ workshop: Workshop, _ item: String, _ part: @escaping ((resident: Double, peak: Double)) -> Double
  ) throws(BenchmarkError) -> Outcome {
    let store = try workshop.store(rows: 100_000)
    let count = Requests.repeated(1, "task.count", "{}")
    let ping = Requests.repeated(1, "server.ping", "{}")
    return try workshop.compare(
      item, .kibibytes, rounds: 3,
      [
        Contestant("objwire") { () throws(BenchmarkError) in
          let child = try workshop.startServer(store: store)
          _ = try child.exchange(count)
          return part(try child.memory())
        },
        Contestant("C server") { () throws(BenchmarkError) in
          let child = try workshop.startBaselineServer(store: store)
          _ = try child.exchange(ping)
          return part(try child.memory())
        },
      ])
  }
}
