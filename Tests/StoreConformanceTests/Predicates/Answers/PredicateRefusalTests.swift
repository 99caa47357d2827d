import ObjectGraph
import PredicateLanguage
import Testing

/// Predicates that are refused, with the kind of their error and a word that it has to say.
@Suite struct PredicateRefusalTests {
  typealias Refusal = (entity: String, text: String, kind: PredicateTextError.Kind, word: String)

  private static let refusals: [Refusal] = [
    // What other languages write.
    ("Customer", "level IS NULL", .syntax, "== nil"), ("Customer", "level IS NOT NULL", .syntax, "!= nil"),
    ("Customer", "level NOT IN {1}", .syntax, "NOT ("), ("Customer", "level % 2 == 1", .syntax, "%"),
    ("Customer", "name == ?", .syntax, "%@"), ("Customer", "level in (1, 2)", .syntax, "{1, 2, 3}"),
    ("Customer", "name == 'x' /* y */", .syntax, "omment"),
    ("Customer", "name eq 'x'", .syntax, "=="), ("Customer", "vip", .syntax, "vip == TRUE"),
    // What is not finished or stands in the wrong place.
    ("Customer", "", .syntax, ""), ("Customer", "name ==", .syntax, "early"),
    ("Customer", "name == 'x", .syntax, "closed"), ("Customer", "(level == 1", .syntax, ""),
    ("Customer", "level == 1)", .syntax, ")"), ("Customer", "1 < level < 3", .syntax, "AND"),
    ("Customer", "name == 'a' 'b'", .syntax, ""), ("Customer", "name == \"\\u12\"", .syntax, "escape"),
    ("Customer", "name == '\\uD83D'", .syntax, "urrogate"), ("Customer", "name ==[x] 'a'", .syntax, "x"),
    ("Customer", "level BETWEEN[c] {1, 2}", .syntax, ""), ("Customer", "level == 0x", .syntax, "number"),
    ("Customer", "level == 99999999999999999999", .syntax, "64 bits"),
    ("Customer", "level == 1e999", .syntax, "large"),
    ("Customer", "level == 1 AND", .syntax, "early"), ("Customer", "AND level == 1", .syntax, "AND"),
    ("Customer", "level == {1, }", .syntax, ""), ("Customer", "lénd == 1", .syntax, "%K"),
    ("Word", "in == 1", .syntax, "#in"), ("Word", "like LIKE 'x'", .syntax, "#like"),
    // What is of the language and not here.
    ("Customer", "FUNCTION(name, 'length') == 1", .unsupported, "FUNCTION"),
    ("Customer", "name UTI-EQUALS 'x'", .unsupported, "UTI"),
    ("Customer", "name UTI-CONFORMS-TO 'x'", .unsupported, "UTI"),
    ("Customer", "ANYKEY == 'x'", .unsupported, "ANYKEY"),
    ("Customer", "name TOKENMATCHES 'x'", .unsupported, "TOKENMATCHES"),
    ("Customer", "FETCH(a, b, NO).@count == 1", .unsupported, "FETCH"),
    ("Customer", "distanceToLocation:fromLocation:(name, name) > 1", .unsupported, "distanceToLocation"),
    ("Customer", "BLOCKPREDICATE(x)", .unsupported, "BLOCKPREDICATE"),
    ("Customer", "$x := 3", .unsupported, ":="),
    // What does not fit the model.
    ("Customer", "nmae == 'x'", .unknownKey, "nmae"), ("Order", "customer.nmae == 'x'", .unknownKey, "nmae"),
    ("Order", "SUBQUERY(items, $i, $i.prise > 3).@count > 0", .unknownKey, "prise"),
    ("Order", "items.@sum.prise > 3", .unknownKey, "prise"),
    ("Employee", "budget > 3", .unknownKey, "budget"),
    ("Customer", "ANY name == 'Ann'", .type, "ANY"), ("Customer", "ALL level > 1", .type, "ALL"),
    ("Customer", "orders.name == 'o1'", .type, "ANY"), ("Customer", "orders == nil", .type, "@count == 0"),
    ("Item", "tags[0].name == 'red'", .type, "order"), ("Item", "tags[FIRST] == nil", .type, "order"),
    ("Customer", "level BETWEEN {1}", .type, "two"), ("Customer", "level BETWEEN {1, 2, 3}", .type, "two"),
    ("Customer", "level BETWEEN 3", .type, "BETWEEN"), ("Customer", "name < 3", .type, "string"),
    ("Customer", "level == 'x'", .type, "number"), ("Customer", "level CONTAINS 'x'", .type, ""),
    ("Customer", "level LIKE '1*'", .type, ""), ("Customer", "name + 1 == 2", .type, "number"),
    ("Order", "items.@sum.name == 3", .type, "sum"), ("Order", "customer > 3", .type, ""),
    ("Order", "abs(customer) > 3", .type, "abs"), ("Customer", "uppercase(level) == 'A'", .type, "uppercase"),
    ("Value", "when == 5", .type, "date"), ("Value", "when + when == nil", .type, "date"),
    ("Value", "ident == 'no uuid'", .type, ""),
    ("Customer", "SUBQUERY(name, $x, TRUEPREDICATE).@count > 0", .type, "SUBQUERY"),
    ("Customer", "TERNARY(level > 1, 1, 'a') == TERNARY(level > 1, level, name)", .type, "TERNARY"),
    ("Number", "CAST('abc', 'NSNumber') == n", .type, "NSNumber"),
    ("Number", "CAST(b, 'NSUUID') == nil", .type, "NSUUID"),
    ("Customer", "(orders UNION {1}).@count > 0", .type, "UNION"),
    // What asks for arguments that are not there.
    ("Customer", "name == %@", .arguments, "1"), ("Customer", "name == $who", .arguments, "$who"),
    ("Order", "SUBQUERY(items, $i, TRUEPREDICATE).@count == $i", .arguments, "$i"),
  ]

  @Test func `a predicate that cannot be is refused by kind and in words`() throws {
    let stages = try [("SQL", StoreKind.sqlite), ("memory", .inMemory)].map { name, kind in
      try PredicateStage(name, kind, AnswerModel.make())
    }
    for refusal in Self.refusals {
      for stage in stages {
        let error = Self.error(WrittenPredicate(text: refusal.text), of: refusal.entity, on: stage)
        let whole = error.map {
          "\($0.kind) " + ([$0.message, $0.hint ?? ""] + $0.expected).joined(separator: " ")
        }
        let fits = error.map {
          $0.kind == refusal.kind && (refusal.word.isEmpty || whole?.contains(refusal.word) == true)
        }
        #expect(fits == true, "\(stage.name), \(refusal.entity): \(refusal.text) → \(whole ?? "nothing")")
      }
    }
  }

  @Test(arguments: [
    ("name == 'x'", [PhraseArgument.value(.integer(1))], [:]),
    ("name == %@", [.value(.string("a")), .value(.string("b"))], [:]),
    ("%K == 1", [.value(.integer(1))], [:]), ("level == %d", [.value(.string("1"))], [:]),
    ("name == 'x'", [], ["who": PhraseArgument.value(.integer(1))]),
    ("SUBQUERY(orders, $i, $i.total > 1).@count > 0", [], ["i": .value(.integer(1))]),
  ])
  func `arguments that do not fit are refused`(
    text: String, positional: [PhraseArgument], named: [String: PhraseArgument]
  ) throws {
    let stage = try PredicateStage("memory", .inMemory, AnswerModel.make())
    let written = WrittenPredicate(text: text, positional: positional, named: named)
    #expect(Self.error(written, of: "Customer", on: stage)?.kind == .arguments)
  }

  private static func error(
    _ predicate: WrittenPredicate, of entity: String, on stage: PredicateStage
  ) -> PredicateTextError? {
    do {
      _ = try stage.labels(stage.request(entity, predicate))
    } catch let error as PredicateTextError {
      return error
    } catch StoreError.predicate(let error) {
      return error
    } catch {}
    return nil
  }
}
