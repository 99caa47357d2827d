/// A dotted key path as it stands in a predicate, not yet looked up in any model.
///
/// Components are compared by bytes and may hold any text: what is no identifier comes in through `%K`.
public struct PropertyPath: Sendable {
  /// The steps from the object itself; never empty in a tree made by the parser.
  public let components: [String]
  /// The place of the whole path.
  public let range: SourceRange

  /// Makes a path out of its steps.
  public init(_ components: [String], range: SourceRange = .none) {
    self.components = components
    self.range = range
  }

  /// Splits text at its dots; two dots in a row have an empty step between them.
  ///
  /// A dot is a byte: one with a combining mark behind it is a dot all the same, and the mark begins a step.
  package init(dotted text: String) {
    let steps = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    self.init(steps.map { String(Substring($0)) })
  }

  /// The steps with dots between them, for messages.
  public var text: String { components.joined(separator: ".") }
}

extension PropertyPath: Hashable {
  /// Compares the components by bytes.
  public static func == (left: PropertyPath, right: PropertyPath) -> Bool {
    sameBytes(left.components, right.components)
  }

  /// Feeds the components.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(components)
  }
}
