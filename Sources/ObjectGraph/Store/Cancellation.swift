import Synchronization

/// A flag that another thread raises to stop a request; once raised it stays raised.
///
/// Whoever works for the request looks at it between steps and gives up with `StoreError.cancelled`; a commit
/// looks for the last time before its COMMIT begins. It also carries word of the work back, see `note`.
public final class Cancellation: Sendable {
  private let flag = Atomic<Bool>(false)
  /// A flag that counts as well.
  private let leader: Cancellation?
  private let observer: (@Sendable (WorkStep) -> Void)?

  /// A flag that is not raised.
  public init() {
    leader = nil
    observer = nil
  }

  /// A flag that is raised with another one, for work that somebody wants to hear of.
  ///
  /// - Parameter observer: called on the thread that works, as often as there is something to say.
  public init(following leader: Cancellation, observer: @escaping @Sendable (WorkStep) -> Void) {
    self.leader = leader
    self.observer = observer
  }

  /// Whether it was raised; cheap enough to be asked for each row.
  public var isCancelled: Bool { flag.load(ordering: .relaxed) || leader?.isCancelled == true }

  /// Raises it, from any thread.
  public func cancel() { flag.store(true, ordering: .relaxed) }

  /// Gives up if the flag is raised.
  ///
  /// - Throws: `StoreError.cancelled`.
  public func check() throws(StoreError) {
    if isCancelled { throw .cancelled }
  }

  /// Tells how far the work is; free if nobody listens.
  ///
  /// - Parameter total: nil if the end is not known.
  public func note(
    _ kind: WorkStep.Kind, _ done: @autoclosure () -> Int, of total: @autoclosure () -> Int? = nil
  ) {
    guard let observer else { return }
    observer(WorkStep(kind: kind, done: done(), total: total()))
  }
}
