/// A `%` conversion whose argument has not been put in yet.
public struct Placeholder: Hashable, Sendable {
  /// What the conversion asks for.
  public enum Form: Hashable, Sendable {
    /// A value.
    case value(Conversion, index: Int)
    /// A key path with at least one `%K` in it, such as `%K` alone or `category.%K`.
    case keyPath([PathStep])
  }

  /// The kinds of value conversions.
  public enum Conversion: Hashable, Sendable, CaseIterable {
    /// `%@`: any value.
    case object
    /// `%d` and its relatives: a whole number.
    case integer
    /// `%f` and its relatives: a number.
    case double
    /// `%s`: text.
    case string
  }

  /// One step of a key path with placeholders.
  public enum PathStep: Sendable {
    /// A step that stands in the text.
    case name(String)
    /// `%K`: one or more steps from the argument with this 0-based index.
    case argument(Int)
  }

  /// What is asked for, with the 0-based index of the argument.
  public let form: Form
  /// The place of the conversion or of the whole path.
  public let range: SourceRange

  /// Makes a placeholder.
  public init(_ form: Form, range: SourceRange = .none) {
    self.form = form
    self.range = range
  }
}

extension Placeholder.PathStep: Hashable {
  /// Compares names by bytes.
  public static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.name(let a), .name(let b)): sameBytes(a, b)
    case (.argument(let a), .argument(let b)): a == b
    default: false
    }
  }

  /// Feeds name or index.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .name(let name): hasher.combine(name)
    case .argument(let index): hasher.combine(index)
    }
  }
}
