/// The price of a message without work.
enum PingItems {
  static var all: [Item] {
    [Item(name: "ping", measure: ping), Item(name: "ping-pipelined", measure: pipelined)]
  }

  private static let params = #"{"text":"a line of the usual length","number":12345}"#

  /// One request at a time; client and server share a processor, or the wake-up across processors hides both.
  private static func ping(_ workshop: Workshop) throws(BenchmarkError) -> Outcome {
    Machine.pin(true)
    defer { Machine.pin(false) }
    let count = workshop.isQuick ? 2_000 : 10_000
    let requests = Requests.repeated(64, "server.ping", params)
    let server = try workshop.startServer(store: workshop.freshStore())
    let baseline = try workshop.startBaselineServer()
    return try workshop.compare(
      "ping", .nanoseconds,
      [server, baseline].map { child in
        Contestant(child.name) { () throws(BenchmarkError) in
          Samples.median(of: try child.oneByOne(requests, count: count))
        }
      })
  }

  /// 64 requests unanswered at any moment.
  private static func pipelined(_ workshop: Workshop) throws(BenchmarkError) -> Outcome {
    let requests = Requests.repeated(workshop.isQuick ? 50_000 : 200_000, "server.ping", params)
    let server = try workshop.startServer(store: workshop.freshStore())
    let baseline = try workshop.startBaselineServer()
    return try workshop.compare(
      "ping-pipelined", .perSecond,
      [server, baseline].map { child in
        Contestant(child.name) { () throws(BenchmarkError) in try child.pipelined(requests, depth: 64) }
      })
  }
}
