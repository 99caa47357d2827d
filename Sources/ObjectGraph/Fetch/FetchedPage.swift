/// Some objects in order, and where to go on.
public struct FetchedPage: Sendable {
  /// The objects, at most as many as the query's limit.
  public var rows: StoreRows
  /// The place behind the last of them; nil if nothing follows.
  public var next: FetchPosition?
}
