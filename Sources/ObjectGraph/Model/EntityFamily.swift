/// An entity with all its subentities: what may lie where the entity is asked for.
///
/// Entities are numbered in pre-order, so a family is a range of numbers.
public struct EntityFamily: Hashable, Sendable {
  /// The number of the entity itself (`Z_ENT`), 1 or greater.
  public let number: Int
  /// The name of the entity, then those of its subentities, in order of their numbers.
  public let names: [String]

  /// The name of the entity itself.
  public var name: String { names[0] }
  /// Whether there are subentities, so that a key alone does not tell what an object is.
  public var isPolymorphic: Bool { names.count > 1 }
  /// The numbers of all members.
  public var numbers: Range<Int> { number..<number + names.count }

  /// The name of a member by its number; nil if it is none.
  public func name(ofNumber number: Int) -> String? {
    numbers.contains(number) ? names[number - self.number] : nil
  }

  /// Whether an entity is one of them, compared by UTF-8 bytes.
  ///
  /// - Complexity: O(members).
  public func contains(_ name: String) -> Bool {
    names.contains { $0.utf8.elementsEqual(name.utf8) }
  }
}
