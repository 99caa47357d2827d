import JSONRPC

extension ServerStatus {
  /// What was answered of one method.
  struct MethodEntry: WireShape {
    var count: Int
    var errorCount: Int
    var queuedMicroseconds: DurationEntry
    var ranMicroseconds: DurationEntry

    static let shape = Shape(
      Self.init(count:errorCount:queuedMicroseconds:ranMicroseconds:),
      Field("count", "Requests answered and notifications done.") { $0.count },
      Field("errorCount", "Those that failed or were cancelled.") { $0.errorCount },
      Field("queuedMicroseconds", "How long they waited for others.") { $0.queuedMicroseconds },
      Field("ranMicroseconds", "How long they ran until the reply was handed over.") { $0.ranMicroseconds })
  }

  /// Times of many requests.
  struct DurationEntry: WireShape {
    var total: Int
    var longest: Int

    static let shape = Shape(
      Self.init(total:longest:), Field("total", "Of all.") { $0.total },
      Field("longest", "Of the one that took longest.") { $0.longest })
  }

  /// How much was said in both directions.
  struct TrafficEntry: WireShape {
    var receivedBytes: Int
    var sentBytes: Int
    var invalidMessages: Int

    static let shape = Shape(
      Self.init(receivedBytes:sentBytes:invalidMessages:),
      Field("receivedBytes", "Bytes of the client's messages, each with one for its line end.") {
        $0.receivedBytes
      },
      Field("sentBytes", "Bytes of the server's, counted in the same way.") { $0.sentBytes },
      Field("invalidMessages", "Messages, and items of batches, that called no method there is.") {
        $0.invalidMessages
      })
  }

  /// What became of the lines of the log.
  struct LogEntry: WireShape {
    var droppedLines: Int

    static let shape = Shape(
      Self.init(droppedLines:),
      Field("droppedLines", "Lines lost, because nobody read standard error or the disk was full.") {
        $0.droppedLines
      })
  }
}

extension ServerStatus.MethodEntry {
  init(_ counts: MethodMeter.Counts) {
    self.init(
      count: counts.count, errorCount: counts.errorCount,
      queuedMicroseconds: .init(counts.waited), ranMicroseconds: .init(counts.ran))
  }
}

extension ServerStatus.DurationEntry {
  fileprivate init(_ durations: MethodMeter.Durations) {
    self.init(total: Int(durations.total / 1_000), longest: Int(durations.longest / 1_000))
  }
}
