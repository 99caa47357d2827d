import Dispatch

/// A context on a serial queue of its own: jobs run one after the other, in the order they were handed in.
///
/// An actor whose executor is its queue, so that the compiler checks that nobody else touches the context, while order
/// is the queue's and a job costs one `async`.
public actor ContextWorker {
  private nonisolated let executor: SerialQueueExecutor
  private let context: ManagedObjectContext

  /// Makes the context; its store is opened by the first job that needs it.
  public init(coordinator: PersistentStoreCoordinator, name: String) {
    executor = SerialQueueExecutor(label: "objwire.context.\(name)")
    context = ManagedObjectContext(coordinator: coordinator, name: name)
  }

  /// The worker's queue.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  /// Hands in a job; returns at once.
  public nonisolated func perform(_ job: @escaping @Sendable (ManagedObjectContext) -> Void) {
    executor.queue.async {
      self.assumeIsolated { worker in job(worker.context) }
    }
  }

  /// Runs a job after all earlier ones and waits for it; never from a job of the same worker.
  public nonisolated func performAndWait<Result: Sendable>(
    _ job: @Sendable (ManagedObjectContext) -> Result
  ) -> Result {
    executor.queue.sync {
      self.assumeIsolated { worker in job(worker.context) }
    }
  }
}

/// A serial queue as the executor of an actor.
private final class SerialQueueExecutor: SerialExecutor {
  let queue: DispatchQueue

  init(label: String) { queue = DispatchQueue(label: label) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
}
