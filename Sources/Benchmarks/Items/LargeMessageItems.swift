/// One request of 32 MiB that is answered with its own params.
enum LargeMessageItems {
  static var all: [Item] {
    [Item(name: "large", measure: whole), Item(name: "large-pieces", measure: pieces)]
  }

  private static var request: Requests {
    Requests.repeated(1, "server.ping", #"{"text":"\#(String(repeating: "x", count: 32 << 20))"}"#)
  }

  /// Beside a server that copies it.
  private static func whole(_ workshop: Workshop) throws(BenchmarkError) -> Outcome {
    let request = request
    let server = try workshop.startServer(store: workshop.freshStore())
    let baseline = try workshop.startBaselineServer()
    return try workshop.compare(
      "large", .nanoseconds,
      [server, baseline].map { child in
        Contestant(child.name) { () throws(BenchmarkError) in try child.exchange(request) }
      })
  }

  /// A message that comes in small writes, beside the same one in a large one.
  private static func pieces(_ workshop: Workshop) throws(BenchmarkError) -> Outcome {
    let request = request
    let server = try workshop.startServer(store: workshop.freshStore())
    return try workshop.compare(
      "large-pieces", .nanoseconds,
      [
        Contestant("4 KiB writes") { () throws(BenchmarkError) in
          try server.exchange(request, inWritesOf: 4 << 10)
        },
        Contestant("one write") { () throws(BenchmarkError) in try server.exchange(request) },
      ])
  }
}
