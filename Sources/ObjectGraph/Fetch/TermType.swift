public import PredicateLanguage

/// What kind of values a term of a predicate has, as far as comparing goes: all numbers are one kind.
public enum TermType: Hashable, Sendable {
  case number
  case text
  case date
  case uuid
  case url
  case data
  /// An object's identity.
  case object
  /// Values that only a transformer understands: they can be missing or not, nothing else.
  case opaque
  /// A constant that fits anything: null, or a list.
  case any
}

extension TermType {
  /// The kind of an attribute's values.
  public init(_ type: AttributeType) {
    switch type {
    case .integer16, .integer32, .integer64, .decimal, .double, .float, .boolean: self = .number
    case .string: self = .text
    case .date: self = .date
    case .uuid: self = .uuid
    case .uri: self = .url
    case .binary: self = .data
    case .transformable, .undefined, .composite: self = .opaque
    }
  }

  /// The kind of a value.
  public init(_ value: PredicateValue) {
    switch value {
    case .boolean, .integer, .double, .decimal: self = .number
    case .string: self = .text
    case .date: self = .date
    case .uuid: self = .uuid
    case .url: self = .url
    case .data: self = .data
    case .objectID: self = .object
    case .null, .list: self = .any
    }
  }

  /// Whether the value is of this kind; `.null` is of every kind.
  public func holds(_ value: PredicateValue) -> Bool { value == .null || TermType(value) == self }

  /// The kind in an error message.
  public var name: String {
    switch self {
    case .number: "a number"
    case .text: "a string"
    case .date: "a date"
    case .uuid: "a UUID"
    case .url: "a URI"
    case .data: "binary data"
    case .object: "an object ID"
    case .opaque: "a transformable value"
    case .any: "a value"
    }
  }

  /// The kind at the start of a sentence.
  var capitalizedName: String { name.prefix(1).uppercased() + name.dropFirst() }
}
