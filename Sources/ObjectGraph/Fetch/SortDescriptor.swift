public import PredicateLanguage

/// How a fetch orders its objects: one key, as its author writes it.
public struct SortDescriptor: Hashable, Sendable {
  /// Where objects with no value go.
  public enum NullOrder: String, Hashable, Sendable {
    case first
    case last
  }

  /// A key path from the fetched entity.
  public var key: String
  public var ascending: Bool
  /// For strings: fold case (`c`) or diacritics (`d`) before comparing; without, by UTF-8 bytes.
  public var options: StringOptions
  /// Nil: first when ascending, last when descending, as SQLite does.
  public var nulls: NullOrder?

  public init(
    _ key: String, ascending: Bool = true, options: StringOptions = [], nulls: NullOrder? = nil
  ) {
    self.key = key
    self.ascending = ascending
    self.options = options
    self.nulls = nulls
  }
}

/// A sort descriptor whose key was resolved against the model.
public struct BoundSortDescriptor: Hashable, Sendable {
  public var path: BoundKeyPath
  public var ascending: Bool
  public var options: StringOptions
  public var nullsFirst: Bool

  public init(path: BoundKeyPath, ascending: Bool, options: StringOptions, nullsFirst: Bool) {
    self.path = path
    self.ascending = ascending
    self.options = options
    self.nullsFirst = nullsFirst
  }
}
