import PredicateLanguage
import Testing

/// What is no pattern is refused with its place; what is ICU's but takes more than linear time, by its name.
@Suite struct `Errors in regular expressions` {
  /// The place is marked with « and » in the pattern.
  private func check(_ marked: String, _ kind: PredicateTextError.Kind, _ words: String) {
    let bytes = Array(marked.utf8)
    let signs = bytes.indices.filter { bytes[$0] == 0xC2 && (bytes[$0 + 1] == 0xAB || bytes[$0 + 1] == 0xBB) }
    // Each sign is two bytes long.
    let (start, end) = (signs[0], signs[1] - 2)
    let pattern = String(marked.filter { $0 != "«" && $0 != "»" })
    do throws(PredicateTextError) {
      _ = try RegularExpression(pattern)
      Issue.record("\(marked) was accepted")
    } catch {
      #expect(error.kind == kind && error.message.contains(words), "\(marked): \(error)")
      #expect(
        error.range?.start == start && error.range?.end == end,
        "\(marked): \(String(describing: error.range))")
    }
  }

  @Test(arguments: [
    ("a*«*»", "repeat"), ("é«(»a", "not closed"), ("a«)»", "without a ("), ("«[»a-", "not closed"),
    ("a«{x»", "Braces"),
    ("a«{3,2}»", "never"), ("[«z-a»]", "before it begins"), ("[a-«\\d»]", "end with a set"),
    ("a«\\»", "backslash"),
    ("«\\x»g", "escape"), ("«\\uD800»", "no character"), ("«(?q»a)", "begins no group"),
    ("(?<«1a>»b)", "name of a group"),
    ("(?<a>)(?<«a»>)", "two groups"), ("«\\p»L", "braces"), ("a«}»", "without a {"),
    ("[a«&&»]", "behind the sign"),
    ("[«--»a]", "before --"), ("\\b«+»", "repeat"), ("«(»?#a", "not closed"),
  ])
  func `a mistake has a place`(marked: String, words: String) {
    check(marked, .syntax, words)
  }

  @Test(arguments: [
    ("(a)«\\1»", "back-reference"), ("(?<n>a)«\\k»<n>", "back-reference"), ("«(?=»a)", "Look-ahead"),
    ("«(?!»a)", "Look-ahead"),
    ("«(?<=»a)", "Look-behind"), ("«(?<!»a)", "Look-behind"), ("«(?>»a)", "atomic"), ("a«*+»", "possessive"),
    ("a«{2}+»", "possessive"), ("«\\X»", "\\X"), ("«\\N»{DIGIT ONE}", "\\N"),
    ("\\p{«script=Greek»}", "script=Greek"),
    ("\\p{«Greek»}", "Greek"), ("[[:«foo»:]]", "foo"), ("(?«w»)", "flag w"),
  ])
  func `what is not supported has a name`(marked: String, words: String) {
    check(marked, .unsupported, words)
  }

  @Test func `a property that does not exist names the nearest one`() {
    let error = #expect(throws: PredicateTextError.self) { try RegularExpression("\\p{Alphabetik}") }
    #expect(error?.hint == "There is alphabetic.")
  }

  private func limit(_ pattern: String) -> PredicateLimit? {
    do throws(PredicateTextError) { _ = try RegularExpression(pattern) } catch { return error.limit }
    return nil
  }

  private func many(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

  @Test func `length, depth and repetitions have limits`() {
    #expect(limit(many("[ab]", RegularExpressionLimits.patternBytes / 4)) == nil)
    #expect(limit(many("a", RegularExpressionLimits.patternBytes + 1))?.name == "patternBytes")
    let depth = RegularExpressionLimits.depth
    #expect(limit(many("(", depth) + many(")", depth)) == nil)
    #expect(limit(many("(", depth + 1) + many(")", depth + 1))?.name == "patternDepth")
    #expect(limit(many("[a", depth + 1) + many("]", depth + 1))?.name == "patternDepth")
    #expect(limit(many("(", 4_000))?.name == "patternDepth")
    #expect(limit("a{\(RegularExpressionLimits.states / 2)}") == nil)
    for pattern in [
      "a{5001}", "(a{100}){100}", "(){99999999999999999999}", "((((a{99}){99}){99}){99}){99}", "a{0,6000}",
    ] {
      #expect(limit(pattern)?.name == "patternStates", "\(pattern)")
    }
  }
}
