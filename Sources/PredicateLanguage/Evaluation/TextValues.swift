/// Functions of text, over all of Unicode.
enum TextValues {
  /// Applies a function; null unless its one argument is text.
  static func apply(_ function: Function, _ arguments: [PredicateValue]) -> PredicateValue {
    guard arguments.count == 1, let text = arguments[0].text else { return .null }
    return switch function {
    case .uppercase: .string(TextCase.uppercase(text))
    case .lowercase: .string(TextCase.lowercase(text))
    case .canonical: .string(TextCase.canonical(text))
    case .length: .integer(Int64(TextCase.length(text)))
    default: .null
    }
  }
}
