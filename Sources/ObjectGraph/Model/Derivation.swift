/// What a derived attribute is computed from, as its author writes it.
///
/// ```
/// name                    the value of an attribute, or of one at the end of to-one relationships (owner.name)
/// canonical:(name)        folded as [cd] compares; also uppercase:(name) and lowercase:(name)
/// pages.@count            how many objects a to-many relationship leads to
/// pages.size.@sum         the sum of an attribute over them; 0 over none; also pages.@sum.size
/// now()                   the time of the save
/// ```
/// Source: Apple's documentation of `NSDerivedAttributeDescription`.
struct Derivation: Hashable, Sendable {
  enum Function: String, Hashable, Sendable {
    case value
    case canonical
    case uppercase
    case lowercase
    case count = "@count"
    case sum = "@sum"
    case now
  }

  let function: Function
  /// Property names, without operators.
  let path: [String]

  /// Nil for what is none of these forms.
  init?(_ expression: String) {
    let text = String(expression.filter { $0 != " " })
    if text == "now()" {
      (function, path) = (.now, [])
      return
    }
    if let colon = text.firstIndex(of: ":") {
      guard let function = Function(rawValue: String(text[..<colon])),
        [.canonical, .uppercase, .lowercase].contains(function)
      else { return nil }
      var argument = text[text.index(after: colon)...]
      if argument.hasPrefix("("), argument.hasSuffix(")") { argument = argument.dropFirst().dropLast() }
      guard let path = Self.names(argument) else { return nil }
      (self.function, self.path) = (function, path)
      return
    }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    let operators = parts.filter { $0.hasPrefix("@") }
    guard let path = Self.names(parts.filter { !$0.hasPrefix("@") }.joined(separator: ".")[...]) else {
      return nil
    }
    switch (operators.first.map { Function(rawValue: $0) }, operators.count) {
    case (nil, _): function = .value
    case (.some(.count), 1) where parts.last == "@count": function = .count
    case (.some(.sum), 1) where path.count >= 2 && parts.first != "@sum": function = .sum
    default: return nil
    }
    self.path = path
  }

  private static func names(_ text: Substring) -> [String]? {
    let names = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    return names.allSatisfy { ModelCheck.nameComplaint($0) == nil } ? names : nil
  }
}
