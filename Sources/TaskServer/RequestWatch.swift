import Dispatch
import JSONRPC
import Synchronization

/// Follows one message from its arrival to its answer: for the counts of `server.status`, the log and the
/// trace.
final class RequestWatch: ReplyObserver {
  private unowned let server: Server
  /// The method's place in the table; nil if there is none.
  private let methodIndex: Int?
  /// The method, in quotes if there is no such method.
  let name: String
  /// Whether it names a method, known or not.
  let isRequest: Bool
  private let id: RequestID?
  /// Bytes of the params.
  ///
  /// The params themselves are not kept: they are a part of what was read at once, much of which may be done
  /// long before a request that waits.
  let paramsCount: Int
  /// The context that it named, or meant by naming none; nil if it concerns no context, or nobody will ask.
  private let context: String?
  private let arrivalTime = DispatchTime.now().uptimeNanoseconds
  /// Whether the client was told of the arrival, and is to be told of the answer.
  private let isTraced: Bool
  /// 0 until it runs.
  private let startTime = Atomic<UInt64>(0)

  init(_ arrival: Arrival, at server: Server) {
    self.server = server
    let method = arrival.method.flatMap { server.table.index(of: $0) }.map { ($0, server.table.entries[$0]) }
    methodIndex = method?.0
    name = method?.1.name ?? Self.name(arrival)
    isRequest = arrival.method != nil
    id = arrival.id
    paramsCount = arrival.params.bytes?.count ?? 0
    context = server.log.isWanted(.info) ? method.flatMap { Self.context(arrival, $0.1.effect) } : nil
    isTraced = server.trace.isOn
    if isTraced { server.trace.received(self, arrival.params) }
  }

  func began() { startTime.store(DispatchTime.now().uptimeNanoseconds, ordering: .relaxed) }

  func answered(_ answer: AnswerFacts) {
    let now = DispatchTime.now().uptimeNanoseconds
    let start = startTime.load(ordering: .relaxed)
    // What was cancelled before it ran has waited only; what never waits has run only.
    let isControl = methodIndex.map { server.table.entries[$0].effect == .control } ?? true
    let times = Times(
      waited: start > 0 ? start - arrivalTime : isControl ? 0 : now - arrivalTime,
      ran: start > 0 ? now - start : isControl ? now - arrivalTime : 0)
    server.meter.note(
      method: methodIndex, isError: answer.errorKind != nil, waited: times.waited, ran: times.ran)
    log(answer, times)
    if isTraced, server.trace.isOn { server.trace.answered(self, answer, times) }
  }

  /// How long a request waited and ran, in nanoseconds.
  struct Times {
    let waited: UInt64
    let ran: UInt64

    /// Milliseconds from which on a request is worth a line of its own.
    static let slowMilliseconds: UInt64 = 1_000

    var isSlow: Bool { waited + ran >= Self.slowMilliseconds * 1_000_000 }
  }

  private func log(_ answer: AnswerFacts, _ times: Times) {
    let level: LogLevel = times.isSlow ? .info : .debug
    server.log(
      level,
      "\(name) id=\(idText) context=\(context ?? "-") queued=\(times.waited / 1_000)us ran=\(times.ran / 1_000)us "
        + "params=\(paramsCount)B reply=\(answer.bytes)B \(answer.errorKind.map { "error=\($0)" } ?? "ok")")
  }
}

// MARK: - Words for the log and the trace

extension RequestWatch {
  /// Bytes of names and ids of the client's that are repeated, at most.
  private static let wordLimit = 128

  var isNotification: Bool { isRequest && id == nil }

  /// The id as it was written; `-` if there is none.
  var idText: String {
    id.map { String(decoding: $0.token.prefix(Self.wordLimit), as: UTF8.self) } ?? "-"
  }

  private static func name(_ arrival: Arrival) -> String {
    guard let method = arrival.method else { return "(no request)" }
    return "\"\(String(decoding: method.prefix(wordLimit), as: UTF8.self))\""
  }

  private static func context(_ arrival: Arrival, _ effect: Effect) -> String? {
    guard effect == .read || effect == .write else { return nil }
    return arrival.params.contextName.prefix(bytes: wordLimit)
  }
}
