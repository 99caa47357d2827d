import Synchronization

/// One request on its way from the reader to its worker.
package final class Ticket: Sendable {
  /// The one answer to the request.
  package let reply: Reply

  private enum State {
    case queued, running, interrupted, finished
  }

  private let state = Mutex(State.queued)
  private let registry: InFlight
  private let interrupt: @Sendable () -> Void

  init(reply: Reply, registry: InFlight, interrupt: @escaping @Sendable () -> Void) {
    self.reply = reply
    self.registry = registry
    self.interrupt = interrupt
  }

  /// Runs the request on its worker and ends its time in flight; does nothing if it was cancelled before.
  ///
  /// `work` must answer `reply`.
  package func run(_ work: (Reply) -> Void) {
    let begins = state.withLock { state in
      guard state == .queued else { return false }
      state = .running
      return true
    }
    guard begins else { return }
    reply.begin()
    work(reply)
    state.withLock { $0 = .finished }
    registry.remove(self)
  }

  func cancel() {
    let previous = state.withLock { state in
      let previous = state
      switch state {
      case .queued: state = .finished
      case .running: state = .interrupted
      case .interrupted, .finished: break
      }
      return previous
    }
    switch previous {
    case .queued:
      registry.remove(self)
      reply.fail(.cancelled)
    case .running:
      interrupt()
    case .interrupted, .finished:
      break
    }
  }
}
