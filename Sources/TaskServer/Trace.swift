import JSON
import JSONRPC
import Synchronization

/// How much a client wants to be told of its own requests.
///
/// Source: LSP 3.17 `TraceValue`; `compact` is what some clients say for `messages`.
enum TraceLevel: String, WireEnum {
  case off
  case messages
  case compact
  case verbose
}

/// Tells the client with `$/logTrace` of each message that arrives and each that was answered, if it asked
/// for that.
///
/// After `shutdown` nothing more is traced, nor while the client has much to read already: nothing waits for
/// a trace.
final class Trace: Sendable {
  /// Bytes of params that are repeated, at most.
  static let paramsLimit = 1_024

  private let outbox: Outbox
  private let lifeCycle: LifeCycle
  /// 0 off, 1 messages, 2 verbose.
  private let detail = Atomic(0)

  init(outbox: Outbox, lifeCycle: LifeCycle) {
    self.outbox = outbox
    self.lifeCycle = lifeCycle
  }

  func set(_ level: TraceLevel) {
    let number =
      switch level {
      case .off: 0
      case .messages, .compact: 1
      case .verbose: 2
      }
    detail.store(number, ordering: .relaxed)
  }

  func received(_ request: RequestWatch, _ params: RawParams) {
    send("Received \(sentence(request)).", "Params: \(Self.beginning(of: params))")
  }

  func answered(_ request: RequestWatch, _ answer: AnswerFacts, _ times: RequestWatch.Times) {
    let outcome = answer.errorKind.map { " with \($0)" } ?? ""
    let verb = request.isNotification ? (outcome.isEmpty ? "Handled" : "Failed") : "Answered"
    send(
      "\(verb) \(sentence(request))\(outcome): queued \(times.waited / 1_000) µs, ran \(times.ran / 1_000) µs.",
      "Params: \(request.paramsCount) bytes. Reply: \(answer.bytes) bytes.")
  }

  private static func beginning(of params: RawParams) -> String {
    guard let bytes = params.bytes else { return "none" }
    let start = String(decoding: bytes.prefix(paramsLimit), as: UTF8.self)
    return bytes.count > paramsLimit ? "\(start)… (\(bytes.count) bytes)" : start
  }

  /// Whether messages that arrive now are traced.
  var isOn: Bool { detail.load(ordering: .relaxed) > 0 && lifeCycle.isOpen }

  private func sentence(_ request: RequestWatch) -> String {
    if !request.isRequest { return "a message that calls nothing" }
    return request.isNotification
      ? "notification \(request.name)" : "request \(request.name) (id \(request.idText))"
  }

  private func send(_ message: String, _ verbose: @autoclosure () -> String) {
    let trace = WireTrace(
      message: message, verbose: detail.load(ordering: .relaxed) > 1 ? verbose() : nil)
    outbox.notify("$/logTrace", isExpendable: true) { trace.write(to: &$0) }
  }
}

/// The params of `$/logTrace`.
struct WireTrace: WireShape {
  var message: String
  var verbose: String?

  static let shape = Shape(
    Self.init(message:verbose:),
    Field("message", "What happened, and how long it took.") { $0.message },
    Field("verbose", "With `verbose`: at most \(Trace.paramsLimit) bytes of the params, and sizes.") {
      $0.verbose
    })
}
