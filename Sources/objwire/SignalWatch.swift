import Dispatch
import Glibc
import JSONRPC
import Synchronization
import TaskServer

/// SIGTERM and SIGINT as end of input, with little time left.
final class SignalWatch: Sendable {
  private struct State {
    var signal: Int32?
    var deadline: DispatchTime?
  }

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "objwire.signals")

  init(signals: [Int32], transport: StdioTransport) {
    for number in signals {
      _ = signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler { [self] in
        note(number)
        transport.stop()
        // The handler keeps its source alive, as long as the process.
        _ = source
      }
      source.resume()
    }
  }

  /// The exit code that a signal asks for; nil if none came.
  var code: Int32? { state.withLock { $0.signal.map { 128 + $0 } } }

  /// When accepted requests must be done; nil if no signal came.
  var deadline: DispatchTime? { state.withLock { $0.deadline } }

  private func note(_ number: Int32) {
    let seconds = Server.drainSeconds
    let isFirst = state.withLock { state in
      guard state.signal == nil else { return false }
      state = State(signal: number, deadline: .now() + .seconds(seconds))
      return true
    }
    guard isFirst else { return }
    // A client that does not read may keep the reader's thread waiting for ever.
    queue.asyncAfter(deadline: .now() + .seconds(seconds) + .milliseconds(500)) { _exit(128 + number) }
  }
}
