/// Why a model cannot be used: everything that is wrong with it, not only the first thing.
public struct ModelError: Error, Hashable, Sendable {
  /// One thing that is wrong, and where.
  public struct Complaint: Hashable, Sendable, CustomStringConvertible {
    /// The name of the entity at fault.
    public var entity: String
    /// The property at fault; nil when the entity itself is.
    public var property: String?
    /// What is wrong, as half a sentence.
    public var reason: String

    /// The place and the reason, for people.
    public var description: String {
      property.map { "\(entity).\($0): \(reason)" } ?? "\(entity): \(reason)"
    }
  }

  /// Never empty; in order of the entities and properties as declared.
  public var complaints: [Complaint]
}
