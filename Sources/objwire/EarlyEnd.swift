import Dispatch
import Glibc
import JSONRPC
import Synchronization
import TaskServer

/// Ends the server although its input goes on: at a signal, and when the client's process dies.
///
/// Both are an end of input with little time left for what was accepted.
final class EarlyEnd: Sendable {
  private static let signals = [
    (signal: SIGTERM, code: ExitCode.terminated), (SIGINT, .interrupted), (SIGHUP, .hungUp),
  ]

  private let first = Mutex<ExitCode?>(nil)
  private let queue = DispatchQueue(label: "objwire.ends")
  private let transport: StdioTransport
  private let timeIsUp = Mutex<@Sendable () -> Void>({})

  /// Ends the input of `transport` at the first reason.
  init(of transport: StdioTransport) {
    self.transport = transport
    for (number, code) in Self.signals { watch(number, code) }
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
    let deadline = DispatchTime.now() + .seconds(Server.drainSeconds)
    queue.asyncAfter(deadline: deadline) { [self] in
      // The reader's thread may be waiting for the client to read.
      transport.outbox.hurry()
      timeIsUp.withLock { $0 }()
    }
    // The last replies may find no reader.
    queue.asyncAfter(deadline: deadline + .seconds(1)) { _exit(code.rawValue) }
  }

  private func watch(_ number: Int32, _ code: ExitCode) {
    let wasIgnored = SignalDisposition.ignore(number)
    // Whoever starts a process with nohup(1) wants it to outlive the terminal.
    if number == SIGHUP, wasIgnored { return }
    let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
    source.setEventHandler { [self] in
      begin(code)
      // The handler keeps its source alive, as long as the process.
      _ = source
    }
    source.resume()
  }
}
