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
    guard advance(from: .queued, to: .running) else { return }
    reply.begin()
    work(reply)
    state.withLock { $0 = .finished }
    registry.remove(self)
  }

  /// Answers the request if it has not begun; it never runs then.
  func cancelIfQueued() {
    guard advance(from: .queued, to: .finished) else { return }
    registry.remove(self)
    reply.fail(.cancelled)
  }

  /// Interrupts the request if it runs, once.
  func interruptIfRunning() {
    if advance(from: .running, to: .interrupted) { interrupt() }
  }

  /// Whether the request was where it should be; it never goes back.
  private func advance(from expected: State, to next: State) -> Bool {
    state.withLock { state in
      guard state == expected else { return false }
      state = next
      return true
    }
  }
}
