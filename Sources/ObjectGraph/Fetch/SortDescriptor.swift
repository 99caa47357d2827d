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
  /// Smallest first.
  public var ascending: Bool
  /// For strings: fold case (`c`) or diacritics (`d`) before comparing; without, by UTF-8 bytes.
  public var options: StringOptions
  /// Nil: first when ascending, last when descending, as SQLite does.
  public var nulls: NullOrder?

  /// Sorts by one key; by default ascending, by bytes, as SQLite places missing values.
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
  /// Where the key leads.
  public var path: BoundKeyPath
  /// Smallest first.
  public var ascending: Bool
  /// For strings: what is folded before comparing.
  public var options: StringOptions
  /// Whether objects without a value come before all others.
  public var nullsFirst: Bool

  /// Puts a bound descriptor together.
  public init(path: BoundKeyPath, ascending: Bool, options: StringOptions, nullsFirst: Bool) {
    self.path = path
    self.ascending = ascending
    self.options = options
    self.nullsFirst = nullsFirst
  }
}

extension [BoundSortDescriptor] {
  /// The keys that can decide: behind a key of the same path, with the same options or none, every value is
  /// equal.
  package var deciding: [BoundSortDescriptor] {
    reduce(into: []) { (keys, next) in
      let isIdle = keys.contains { key in
        key.path == next.path && (key.options == [] || key.options == next.options)
      }
      if !isIdle { keys.append(next) }
    }
  }
}
