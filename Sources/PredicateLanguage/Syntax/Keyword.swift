/// The reserved words; as keys they are written with `#` before them, or after a dot.
///
/// FIRST, LAST and SIZE are reserved inside `[]` only, so `size > 1` means a property. Source: Predicate
/// Format String Syntax, "Reserved Words".
enum Keyword: String, CaseIterable, Hashable, Sendable {
  case and, or, not
  case `in`, like, matches, contains, beginsWith = "beginswith", endsWith = "endswith", between
  case any, some, all, none
  case null, `nil`, selfObject = "self", `true`, yes, `false`, no
  case truePredicate = "truepredicate", falsePredicate = "falsepredicate"
  case anyKey = "anykey", subquery, cast
  case caseInsensitive = "caseinsensitive", ci

  /// The spelling the printer uses.
  var text: String { rawValue.uppercased() }

  private static let byText = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })

  /// Looks up a word in any case.
  init?(word: String) {
    // Longer words would be lowered for nothing.
    guard word.utf8.count <= 15, let keyword = Self.byText[word.lowercased()] else { return nil }
    self = keyword
  }
}
