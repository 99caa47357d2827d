extension [String] {
  /// "a", "a or b", "a, b or c".
  func list(joinedBy word: String) -> String {
    guard let last, count > 1 else { return first ?? "" }
    return "\(dropLast().joined(separator: ", ")) \(word) \(last)"
  }
}

extension String {
  /// The same with its first letter in upper case.
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
