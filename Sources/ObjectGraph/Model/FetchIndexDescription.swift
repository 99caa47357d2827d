/// An index that the store keeps to find objects faster; never changes an answer, nor the version hash.
public struct FetchIndexDescription: Hashable, Sendable {
  /// One indexed property and its direction.
  public struct Element: Hashable, Sendable {
    /// How the values are ordered; raw values are Core Data's (`NSFetchIndexElementType`).
    public enum Collation: Int32, Hashable, Sendable, CaseIterable {
      case binary = 0
      case rTree = 1
    }

    /// The name of a stored property; of what `expression` gives if there is one.
    public var property: String
    /// Smallest first.
    public var ascending: Bool
    /// A store keeps both kinds as `.binary`.
    public var collation: Collation
    /// What is indexed instead of a property; a store makes no index with one, which changes no answer.
    public var expression: String?

    /// Names a property to index.
    public init(
      _ property: String, ascending: Bool = true, collation: Collation = .binary, expression: String? = nil
    ) {
      self.property = property
      self.ascending = ascending
      self.collation = collation
      self.expression = expression
    }
  }

  /// Unique within the entity; part of the index's name in an SQLite store.
  public var name: String
  /// The most significant property first.
  public var elements: [Element]
  /// Which objects are in the index, in the predicate language; nil for all.
  ///
  /// A store indexes all of them.
  public var partialIndexPredicate: String?

  /// Declares an index.
  public init(_ name: String, _ elements: [Element], partialIndexPredicate: String? = nil) {
    self.name = name
    self.elements = elements
    self.partialIndexPredicate = partialIndexPredicate
  }
}
