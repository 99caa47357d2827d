import JSONRPC
import Synchronization

/// Where a connection stands between its first message and its end.
///
/// Requests need no handshake; once a client has sent `initialize`, the rules of LSP 3.17 hold.
final class LifeCycle: Sendable {
  private enum Stage: Int, Comparable {
    case open
    case initialized
    case shutDown
    case exited

    static func < (left: Stage, right: Stage) -> Bool { left.rawValue < right.rawValue }
  }

  private struct State {
    var stage = Stage.open
    var wasShutDown = false
  }

  private let state = Mutex(State())

  /// Until `shutdown` or `exit`.
  var isOpen: Bool { state.withLock { $0.stage < .shutDown } }

  /// After `exit`: nothing more is read.
  var hasEnded: Bool { state.withLock { $0.stage == .exited } }

  /// The exit code that `exit` asks for; nil if it was never sent.
  var exitCode: ExitCode? {
    state.withLock { state in
      guard state.stage == .exited else { return nil }
      return state.wasShutDown ? .success : .failure
    }
  }

  /// False if it is the second time, or after `shutdown`.
  func initialize() -> Bool {
    state.withLock { state in
      guard state.stage == .open else { return false }
      state.stage = .initialized
      return true
    }
  }

  func shutDown() {
    state.withLock { state in
      state.stage = max(state.stage, .shutDown)
      state.wasShutDown = true
    }
  }

  func exit() { state.withLock { $0.stage = .exited } }

  /// Why a request cannot run now; nil if it can.
  ///
  /// - Parameter method: nil if there is no such method.
  func refusal(of method: String?) -> RPCError? {
    switch state.withLock({ $0.stage }) {
    case .open, .initialized: nil
    case .shutDown where method == Exit.name: nil
    case .shutDown: .invalidRequest("The server was shut down; only \"exit\" may follow.")
    // The rest of the batch that `exit` stood in.
    case .exited: .invalidRequest("\"exit\" was sent before.")
    }
  }
}
