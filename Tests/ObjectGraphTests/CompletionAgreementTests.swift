import ObjectGraph
import PredicateLanguage
import Testing

/// Suggestions and the parser say the same.
@Suite struct CompletionAgreementTests {
  private let model: ManagedObjectModel
  private let order: EntityDescription

  init() throws {
    model = try OrderModel.make()
    order = try #require(model.entity(named: "Order"))
  }

  static let predicates = [
    "number > 3 AND note BEGINSWITH[cd] 'x' OR NOT paid == TRUE",
    "ANY items.price > number + 2 AND items.@count == 3",
    "SUBQUERY(items, $x, $x.price > number AND ANY $x.tags.word == note).@count > 0",
    "customer.name LIKE note AND day < now() AND gift == nil",
    "NONE items.tags.word IN {'a', note} OR (number BETWEEN {1, number})",
    "items.@sum.price > customer.credit * 2 AND items.order.day.@max == day",
    "steps[FIRST].title == uppercase(note) AND steps[SIZE] > 2",
    "SELF == customer.orders[SIZE] OR SELF IN customer.orders OR customer.orders CONTAINS SELF",
    "TERNARY(paid == TRUE, number, length(note)) == max(number, 2) AND items INTERSECT items CONTAINS SELF.items",
    "CAST(number, \"NSString\") == note AND modulus:by:(number, 2) == 1 AND FALSEPREDICATE",
    "ALL items.name MATCHES #like AND items.in.@avg >= -number AND number << 2 == ~number",
    "SUBQUERY(items, $x, SUBQUERY($x.tags, $y, $y.word ENDSWITH $x.name).@count == 1).name.@count != 0",
  ]

  /// Whatever an author writes next was suggested, unless it is a literal, a sign, or the name of a variable.
  @Test(arguments: predicates)
  func `the next word of a predicate is among the candidates before it`(predicate: String) throws {
    let bytes = Array(predicate.utf8)
    for token in PredicateToken.all(in: predicate) {
      let text = String(decoding: bytes[token.range.start..<token.range.end], as: UTF8.self)
      let written = text.lowercased()
      switch token.kind {
      case .string, .number, .punctuation, .placeholder, .invalid: continue
      case .operator where ["-", "~", ":"].contains(text): continue
      case .option: continue
      default: break
      }
      let before = PredicateCompletion(predicate, at: token.range.start, entity: order, model: model)
      let half = PredicateCompletion(
        predicate, at: token.range.start + max(1, text.utf8.count / 2), entity: order, model: model)
      for (completion, isHalf) in [(before, false), (half, true)] {
        // Behind the first word of a selector stand others; signs are not written by halves.
        if text.first?.isLetter != true, isHalf, token.kind == .operator { continue }
        let isSelector = token.kind == .function && predicate.contains("\(text):")
        if isSelector || token.kind == .function && text == "by" || text == ":" { continue }
        let fits = completion.candidates.contains { candidate in
          let suggestion = candidate.text.lowercased()
          return suggestion == written || suggestion == written + "(" || suggestion == written + "()"
        }
        #expect(fits, "\(text) at \(token.range.start): \(completion.candidates.map(\.text))")
      }
    }
  }

  /// Whatever is suggested can be read: the text goes on behind it.
  @Test(arguments: predicates)
  func `a candidate is something the parser goes on behind`(predicate: String) {
    for end in 0...predicate.utf8.count {
      let completion = PredicateCompletion(predicate, at: end, entity: order, model: model)
      let head = String(decoding: Array(predicate.utf8)[..<completion.range.start], as: UTF8.self)
      for candidate in completion.candidates {
        let text = head + (candidate.kind == .option ? candidate.text : candidate.text + " ")
        let isWhole = (try? ParsedPredicate(parsing: text)) != nil
        let site = CompletionSite(text, at: text.utf8.count)
        #expect(isWhole || !site.expectations.isEmpty, "\(text)")
      }
    }
  }
}
