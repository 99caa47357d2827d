/// How far long work is.
public struct WorkStep: Hashable, Sendable {
  /// What is being done.
  public enum Kind: Hashable, Sendable {
    /// Objects are being found; `done` is how many were.
    case reading
    /// Objects are being changed in a context.
    case changing
    /// Changes are being written.
    case saving
  }

  /// What is being done.
  public var kind: Kind
  /// Objects that are done.
  public var done: Int
  /// Objects in all; nil if nobody knows.
  public var total: Int?

  /// Puts a step together.
  public init(kind: Kind, done: Int, total: Int?) {
    self.kind = kind
    self.done = done
    self.total = total
  }
}
