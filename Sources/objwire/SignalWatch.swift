import Dispatch
import Glibc
import JSONRPC
import Synchronization
import TaskServer

/// SIGTERM and SIGINT as end of input, with little time left.
final class SignalWatch: Sendable {
  private static let endings = [(signal: SIGTERM, code: ExitCode.terminated), (SIGINT, .interrupted)]

  private let first = Mutex<ExitCode?>(nil)
  private let queue = DispatchQueue(label: "objwire.signals")
  private let timeIsUp: @Sendable () -> Void

  /// Ends the input of `transport` at the first signal and calls `timeIsUp`, on another thread, when accepted requests
  /// must be done.
  init(stopping transport: StdioTransport, timeIsUp: @escaping @Sendable () -> Void) {
    self.timeIsUp = timeIsUp
    for (number, code) in Self.endings {
      _ = signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler { [self] in
        note(code)
        transport.stop()
        // The handler keeps its source alive, as long as the process.
        _ = source
      }
      source.resume()
    }
  }

  /// The exit code that a signal asks for; nil if none came.
  var code: ExitCode? { first.withLock { $0 } }

  private func note(_ code: ExitCode) {
    let isFirst = first.withLock { first in
      guard first == nil else { return false }
      first = code
      return true
    }
    guard isFirst else { return }
    let deadline = DispatchTime.now() + .seconds(Server.drainSeconds)
    queue.asyncAfter(deadline: deadline, execute: timeIsUp)
    // A client that does not read may keep the reader's thread waiting for ever.
    queue.asyncAfter(deadline: deadline + .milliseconds(500)) { _exit(code.rawValue) }
  }
}
