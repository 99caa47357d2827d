import ObjectGraph
import Synchronization

/// One context of the pool: its worker, and what others may know of it without waiting for its queue.
final class PooledContext: Sendable {
  let name: String
  let worker: ContextWorker
  private let state = Mutex(State())

  /// What is known after the last job.
  struct State: Sendable {
    var counts = ChangeCounts()
    /// Jobs handed in and not finished.
    var queuedJobs = 0
    /// Closed: later jobs find no context.
    var isClosed = false
  }

  init(name: String, coordinator: PersistentStoreCoordinator) {
    self.name = name
    worker = ContextWorker(coordinator: coordinator, name: name)
  }

  var current: State { state.withLock { $0 } }

  func note<Result: Sendable>(_ change: (inout State) -> Result) -> Result {
    state.withLock { change(&$0) }
  }
}
