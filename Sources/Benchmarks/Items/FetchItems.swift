/// 10,000 of 100,000 tasks, as bytes in the client's hands.
enum FetchItems {
  static var all: [Item] {
    [
      Item(name: "fetch-limit") { (workshop) throws(BenchmarkError) in
        try fetch(workshop, "fetch-limit", .limit)
      },
      Item(name: "fetch-category") { (workshop) throws(BenchmarkError) in
        try fetch(workshop, "fetch-category", .category)
      },
    ]
  }

  /// Beside the statement stepped in C, which writes nothing, and the C server, which writes the same JSON.
  private static func fetch(
    _ workshop: Workshop, _ item: String, _ kind: FetchKind
  ) throws(BenchmarkError) -> Outcome {
    let store = try workshop.store(rows: 100_000)
    let requests = Requests.repeated(1, "task.fetch", kind.params)
    let server = try workshop.startServer(store: store)
    let baseline = try workshop.startBaselineServer(store: store)
    let raw = try RawStore(path: store)
    return try workshop.compare(
      item, .nanoseconds,
      [
        Contestant("objwire") { () throws(BenchmarkError) in try exchange(server, requests) },
        Contestant("C stepping") { () throws(BenchmarkError) in try raw.step(kind) },
        Contestant("C server") { () throws(BenchmarkError) in try exchange(baseline, requests) },
      ])
  }

  /// A reply that is too short to hold 10,000 objects is a failure, however fast it came.
  private static func exchange(_ child: Child, _ requests: Requests) throws(BenchmarkError) -> Double {
    let time = try child.exchange(requests)
    guard child.replyLength > 2_000_000 else { throw .failed(contestant: child.name, what: child.head) }
    return time
  }
}
