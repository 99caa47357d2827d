import Dispatch

/// A context on a serial queue of its own: jobs run one after the other, in the order they were handed in.
///
/// An actor whose executor is its queue, so that the compiler checks that nobody else touches the context,
/// while order is the queue's and a job costs one `async`. Managed objects stay inside jobs; IDs, snapshots
/// and values leave them.
public actor ContextWorker {
  /// The name of the context.
  public nonisolated let name: String
  private nonisolated let executor: SerialQueueExecutor
  private let context: ManagedObjectContext

  /// Makes the context; its store is opened by the first job that needs it.
  public init(coordinator: PersistentStoreCoordinator, name: String = "view") {
    self.name = name
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

  /// Runs a job after all earlier ones and waits for what comes of it, without holding a thread.
  ///
  /// - Throws: what the job throws.
  @discardableResult
  public func perform<Value: Sendable, Failure: Error>(
    _ job: @Sendable (ManagedObjectContext) throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    try job(context)
  }

  /// Runs a job after all earlier ones and waits for what comes of it; within a job of this worker, at once.
  ///
  /// Two workers whose jobs wait for each other wait for ever.
  /// - Throws: what the job throws.
  @discardableResult
  public nonisolated func performAndWait<Value: Sendable, Failure: Error>(
    _ job: @Sendable (ManagedObjectContext) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try executor.sync {
      self.assumeIsolated { worker in
        Result { () throws(Failure) in try job(worker.context) }
      }
    }.get()
  }
}

/// A serial queue as the executor of an actor.
private final class SerialQueueExecutor: SerialExecutor {
  let queue: DispatchQueue
  /// Which executor's queue the current code runs on.
  private static let current = DispatchSpecificKey<ObjectIdentifier>()

  init(label: String) {
    queue = DispatchQueue(label: label)
    queue.setSpecific(key: Self.current, value: ObjectIdentifier(self))
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  /// Runs a block on the queue; at once if this is the queue already, which would wait for itself otherwise.
  func sync<Value>(_ block: () -> Value) -> Value {
    if DispatchQueue.getSpecific(key: Self.current) == ObjectIdentifier(self) { return block() }
    return queue.sync(execute: block)
  }

  func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
}
