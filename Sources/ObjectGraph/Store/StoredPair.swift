/// One row of a table of pairs.
public struct StoredPair: Hashable, Sendable {
  /// The key of the object on the source's side.
  public let source: Int64
  /// The key of the object on the other side.
  public let destination: Int64
  /// Place of the destination in the source's list; 0 where that has no order.
  public let sourceOrder: Int64
  /// Place of the source in the destination's list; 0 where that has no order.
  public let destinationOrder: Int64

  /// Puts a pair together.
  public init(source: Int64, destination: Int64, sourceOrder: Int64 = 0, destinationOrder: Int64 = 0) {
    self.source = source
    self.destination = destination
    self.sourceOrder = sourceOrder
    self.destinationOrder = destinationOrder
  }
}
