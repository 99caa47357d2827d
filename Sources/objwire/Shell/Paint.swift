/// Colours of a terminal, or none.
///
/// Source: ECMA-48 §8.3.117, Select Graphic Rendition.
struct Paint {
  let isOn: Bool

  /// What text is coloured for.
  enum Role: String {
    case heading = "1"
    case key = "36"
    case late = "31"
    case finished = "2"
  }

  /// The text in the colour of a role.
  func callAsFunction(_ role: Role?, _ text: String) -> String {
    guard isOn, let role else { return text }
    return "\u{1B}[\(role.rawValue)m\(text)\u{1B}[0m"
  }
}
