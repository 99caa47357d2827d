/// An index that the store keeps to find objects faster; never changes an answer, nor the version hash.
public struct FetchIndexDescription: Hashable, Sendable {
  /// One indexed property and its direction.
  public struct Element: Hashable, Sendable {
    public var property: String
    public var ascending: Bool

    public init(_ property: String, ascending: Bool = true) {
      self.property = property
      self.ascending = ascending
    }
  }

  /// Unique within the entity; part of the index's name in an SQLite store.
  public var name: String
  public var elements: [Element]

  public init(_ name: String, _ elements: [Element]) {
    self.name = name
    self.elements = elements
  }
}
