/// Why a model cannot be used: everything that is wrong with it, not only the first thing.
public struct ModelError: Error, Hashable, Sendable {
  /// One thing that is wrong, and where.
  public struct Complaint: Hashable, Sendable {
    /// The name of the entity at fault; nil when it is not about an entity.
    public var entity: String?
    /// The property at fault; nil when it is not about one.
    public var property: String?
    /// What is wrong, as half a sentence.
    public var reason: String
    /// The known name that was probably meant; nil if none comes near.
    public var nearest: String?
    /// Where it stands; nil for a model that was not read from a file.
    public var place: Place?
  }

  /// A place in a model file.
  public struct Place: Hashable, Sendable {
    /// The path of the file, or of the folder that has no such file.
    public var file: String
    /// 1 for the first line; nil if it is about the file as a whole.
    public var line: Int?
    /// 1 for the first character of the line; nil if it is about an element.
    public var column: Int?
    /// The element: `model/entity[Task]/attribute[date]` in XML, a JSON Pointer in JSON; nil if there is none.
    public var path: String?
  }

  /// Never empty; in order of the file, or of the entities and properties as declared.
  public var complaints: [Complaint]
}

extension ModelError.Complaint: CustomStringConvertible {
  /// The place and the reason, for people: `tasks.xcdatamodel/contents:12: Task.date: …`.
  public var description: String {
    var words = place.map { "\($0): " } ?? ""
    if let entity {
      words += property.map { "\(entity).\($0): " } ?? "\(entity): "
    } else if let path = place?.path, !path.isEmpty {
      words += "\(path): "
    }
    return words + reason + (nearest.map { " (did you mean \($0)?)" } ?? "")
  }
}

extension ModelError.Place: CustomStringConvertible {
  /// File, line and column with colons between them, as compilers write it.
  public var description: String {
    [line, column].compactMap { $0 }.reduce(file) { "\($0):\($1)" }
  }
}

extension ModelError: CustomStringConvertible {
  /// Every complaint, each on a line.
  public var description: String { complaints.map(\.description).joined(separator: "\n") }
}
