/// An index that the store keeps to find objects faster; never changes an answer, nor the version hash.
public struct FetchIndexDescription: Hashable, Sendable {
  /// One indexed property and its direction.
  public struct Element: Hashable, Sendable {
    /// The name of a stored property.
    public var property: String
    /// Smallest first.
    public var ascending: Bool

    /// Names a property to index.
    public init(_ property: String, ascending: Bool = true) {
      self.property = property
      self.ascending = ascending
    }
  }

  /// Unique within the entity; part of the index's name in an SQLite store.
  public var name: String
  /// The most significant property first.
  public var elements: [Element]

  /// Declares an index.
  public init(_ name: String, _ elements: [Element]) {
    self.name = name
    self.elements = elements
  }
}
