import PredicateLanguage

/// What holds for every predicate: an error has a place in the text, and what was read prints as text that means the same.
enum FuzzedPredicate {
  static func check(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    do throws(PredicateTextError) {
      check(try ParsedPredicate(parsing: text))
    } catch {
      let range = error.range ?? SourceRange(start: 0, end: 0)
      precondition(0 <= range.start && range.end <= text.utf8.count, "a fault outside of the text")
      _ = error.rendered(in: text)
    }
  }

  private static func check(_ tree: ParsedPredicate) {
    precondition(
      (try? ParsedPredicate(parsing: tree.format)) == tree, "what was written is another predicate")
    _ = tree.warnings
    guard let prepared = try? PreparedPredicate(tree) else { return }
    for value in values {
      _ = prepared.evaluate(object: value, following: { _, _ in value }) { _ in value }
    }
  }

  private static let values: [PredicateValue] = [
    .null, .integer(.min), .double(1.5), .string("a"), .date(0),
    .list([.integer(1), .null, .string("b"), .double(.infinity)]),
  ]
}
