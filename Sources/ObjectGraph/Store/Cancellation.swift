import Synchronization

/// A flag that another thread raises to stop a request; once raised it stays raised.
///
/// Whoever works for the request looks at it between steps and gives up with `StoreError.cancelled`; a commit looks
/// for the last time before its COMMIT begins.
public final class Cancellation: Sendable {
  private let flag = Atomic<Bool>(false)

  /// A flag that is not raised.
  public init() {}

  /// Whether it was raised; cheap enough to be asked for each row.
  public var isCancelled: Bool { flag.load(ordering: .relaxed) }

  /// Raises it, from any thread.
  public func cancel() { flag.store(true, ordering: .relaxed) }

  /// Gives up if the flag is raised.
  ///
  /// - Throws: `StoreError.cancelled`.
  public func check() throws(StoreError) {
    if isCancelled { throw .cancelled }
  }
}
