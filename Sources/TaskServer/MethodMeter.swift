import JSONRPC
import Synchronization

/// How often each method was called and how long it took; messages that were no requests are counted, too.
final class MethodMeter: Sendable {
  /// What is known of one method.
  struct Counts: Sendable {
    /// Calls that were answered, notifications among them.
    var count = 0
    /// Those answered with an error, cancelled ones among them.
    var errorCount = 0
    var waited = Durations()
    var ran = Durations()
  }

  /// A sum of times and the longest, in nanoseconds.
  struct Durations: Sendable {
    var total: UInt64 = 0
    var longest: UInt64 = 0

    mutating func add(_ nanoseconds: UInt64) {
      total &+= nanoseconds
      longest = max(longest, nanoseconds)
    }
  }

  private final class Meter: Sendable {
    let counts = Mutex(Counts())
  }

  private let names: [String]
  private let meters: [Meter]
  private let invalid = Atomic(0)
  private let received = Atomic(0)

  init(_ table: MethodTable<RequestEnvironment>) {
    names = table.entries.map(\.name)
    meters = table.entries.map { _ in Meter() }
  }

  /// Messages, and items of batches, that called no method there is.
  var invalidCount: Int { invalid.load(ordering: .relaxed) }

  /// Bytes of all messages that came in, each with one for its line end.
  var receivedByteCount: Int { received.load(ordering: .relaxed) }

  /// Every method that was called, in the order of the manual.
  var all: [(name: String, counts: Counts)] {
    zip(names, meters).map { ($0, $1.counts.withLock { $0 }) }.filter { $0.1.count > 0 }
  }

  /// Notes an answer; `index` is the method's place in the table, nil for what called none.
  func note(method index: Int?, isError: Bool, waited: UInt64, ran: UInt64) {
    guard let index else {
      invalid.add(1, ordering: .relaxed)
      return
    }
    meters[index].counts.withLock { counts in
      counts.count += 1
      if isError { counts.errorCount += 1 }
      counts.waited.add(waited)
      counts.ran.add(ran)
    }
  }

  /// Notes messages as they come in.
  func note(_ messages: [FramedMessage]) {
    let bytes = messages.reduce(0) { sum, message in
      if case .message(let bytes) = message { sum + bytes.count + 1 } else { sum }
    }
    received.add(bytes, ordering: .relaxed)
  }
}
