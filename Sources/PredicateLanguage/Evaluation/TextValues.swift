/// Functions of text, over all of Unicode.
enum TextValues {
  /// Applies a function; null unless its one argument is text.
  static func apply(_ function: Function, _ arguments: [PredicateValue]) -> PredicateValue {
    guard arguments.count == 1, let text = arguments[0].text else { return .null }
    return switch function {
    case .uppercase: .string(text.uppercased())
    case .lowercase: .string(text.lowercased())
    case .canonical:
      .string(StringComparison.folded(text, options: [.caseInsensitive, .diacriticInsensitive]))
    case .length: .integer(Int64(text.utf16.count))
    default: .null
    }
  }
}
