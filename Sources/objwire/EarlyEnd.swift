import Dispatch
import Glibc
import JSONRPC
import Synchronization
import TaskServer

/// Ends the server although its input goes on: at a signal, and when the client's process dies.
///
/// Both are an end of input with little time left for what was accepted.
final class EarlyEnd: Sendable {
  private static let codes: [Int32: ExitCode] = [
    SIGTERM: .terminated, SIGINT: .interrupted, SIGHUP: .hungUp,
  ]

  /// Seconds that a client has to read the last replies, when all are made.
  private static let lastReplySeconds = 2

  private let first = Mutex<ExitCode?>(nil)
  private let queue = DispatchQueue(label: "objwire.ends")
  private let transport: StdioTransport
  private let timeIsUp = Mutex<@Sendable () -> Void>({})

  /// Holds the signals back that end the server; to be called before any thread is made.
  ///
  /// Whoever starts a process with nohup(1) wants it to outlive the terminal.
  static func holdSignals() throws(SystemError) -> SignalQueue {
    try SignalQueue(Array(codes.keys), respectingIgnored: [SIGHUP])
  }

  /// Ends the input of `transport` at the first reason.
  init(of transport: StdioTransport, at signals: SignalQueue) {
    self.transport = transport
    DispatchQueue(label: "objwire.signals").async { self.watch(signals) }
  }

  /// The exit code that a signal asks for; nil if none came.
  var code: ExitCode? { first.withLock { $0 == .success ? nil : $0 } }

  /// Calls `action`, on another thread, when accepted requests must be done.
  func whenTimeIsUp(_ action: @escaping @Sendable () -> Void) { timeIsUp.withLock { $0 = action } }

  /// Ends the input, for a reason that has an exit code of its own.
  func begin(_ code: ExitCode) {
    let isFirst = first.withLock { first in
      defer { first = first ?? code }
      return first == nil
    }
    transport.stop()
    guard isFirst else { return }
    queue.asyncAfter(deadline: .now() + .seconds(Server.drainSeconds)) { [self] in
      // The reader's thread may be waiting for the client to read.
      transport.outbox.hurry()
      timeIsUp.withLock { $0 }()
      // The last replies may find no reader. On a busy machine giving up takes its time, which is not theirs.
      queue.asyncAfter(deadline: .now() + .seconds(Self.lastReplySeconds)) { _exit(code.rawValue) }
    }
  }

  /// Begins the end at each signal; for a thread of its own.
  private func watch(_ signals: SignalQueue) {
    while let number = signals.next() {
      if let code = Self.codes[number] { begin(code) }
    }
  }
}
