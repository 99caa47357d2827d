import Dispatch
import JSONRPC

/// Makes a conversation that is recorded one that can be run again.
///
/// A request that may write runs while no other context's does, so that whatever else runs has seen all of it
/// or nothing of it, and the order in which requests begin says which. Nobody waits while nothing is
/// recorded.
struct Turns: Sendable {
  /// Nil lets everybody run at any time.
  private let queue: DispatchQueue?

  init(areNeeded: Bool) {
    queue = areNeeded ? DispatchQueue(label: "objwire.turns", attributes: .concurrent) : nil
  }

  /// Whether a request may have to wait for those of other contexts.
  var areNeeded: Bool { queue != nil }

  /// Runs work when it is its turn, on this thread.
  func take(_ effect: Effect, _ work: () -> Void) {
    guard let queue else { return work() }
    queue.sync(flags: effect == .write ? .barrier : [], execute: work)
  }
}
