import Foundation
import ObjectGraph
import PredicateLanguage

/// The objects whose answers are written out by hand; what is not said here is missing.
///
/// | order | customer | total | items in their order |
/// |---|---|---|---|
/// | o1 | Ann | 30 | i2 (price 5, quantity 2; red), i1 (10, 2; red, blue) |
/// | o2 | Ann | | |
/// | o3 | Bob | 5 | i3 (no price, 1) |
/// | o4 | | 12.5 | i4 (2.5, 5; blue), i5 (10, no quantity; green) |
///
/// i6 (0, 0) is of no order. Cyd and Dan have no orders, grey is the tag of nothing.
/// Eve (100) is the boss of Fay (80) and Gil (50); Fay that of Hal (50), Ida (no salary) and Jon (90).
enum AnswerObjects {
  static let world = PredicateWorld(
    objects: people + goods + texts + numbers + values, members: members)

  private static func object(
    _ label: String, _ entity: String, _ values: [String: AttributeValue] = [:]
  ) -> PredicateWorld.Object {
    PredicateWorld.Object(
      label: label, entity: entity, values: values.merging(["name": .string(label)]) { first, _ in first })
  }

  private static let people: [PredicateWorld.Object] = [
    object("Ann", "Customer", ["city": .string("Köln"), "level": .integer(1), "vip": .boolean(true)]),
    object("Bob", "Customer", ["city": .string("KÖLN"), "level": .integer(2), "vip": .boolean(false)]),
    object("Cyd", "Customer"),
    object("Dan", "Customer", ["city": .string("Paris"), "level": .integer(3), "vip": .boolean(true)]),
    object("Eve", "Manager", ["salary": .integer(100), "budget": .integer(1000)]),
    object("Fay", "Manager", ["salary": .integer(80)]),
    object("Gil", "Employee", ["salary": .integer(50)]),
    object("Hal", "Employee", ["salary": .integer(50)]),
    object("Ida", "Employee"),
    object("Jon", "Employee", ["salary": .integer(90)]),
  ]

  private static let goods: [PredicateWorld.Object] = [
    object("o1", "Order", ["total": .double(30)]), object("o2", "Order"),
    object("o3", "Order", ["total": .double(5)]), object("o4", "Order", ["total": .double(12.5)]),
    object("i1", "Item", ["price": .double(10), "quantity": .integer(2)]),
    object("i2", "Item", ["price": .double(5), "quantity": .integer(2)]),
    object("i3", "Item", ["quantity": .integer(1)]),
    object("i4", "Item", ["price": .double(2.5), "quantity": .integer(5)]),
    object("i5", "Item", ["price": .double(10)]),
    object("i6", "Item", ["price": .double(0), "quantity": .integer(0)]),
    object("red", "Tag", ["rank": .integer(1)]), object("blue", "Tag", ["rank": .integer(2)]),
    object("green", "Tag", ["rank": .integer(3)]), object("grey", "Tag"),
  ]

  private static let texts: [PredicateWorld.Object] =
    [
      ("low", "apple"), ("up", "Apple"), ("acc", "\u{C9}CLAIR"), ("dec", "e\u{301}clair"),
      ("plain", "eclair"),
      ("empty", ""), ("star", "a*b"), ("percent", "50% off"), ("sharp", "Straße"), ("ss", "STRASSE"),
      ("dotted", "\u{130}stanbul"), ("lines", "line\nbreak"), ("smile", "😀"), ("apos", "it's"),
      ("quote", "say \"hi\""), ("slash", "back\\slash"),
    ].map { object($0, "Text", ["text": .string($1)]) } + [object("none", "Text")]

  private static let numbers: [PredicateWorld.Object] = [
    object("zero", "Number", number(0, 0, .boolean(false), "0")),
    object("one", "Number", number(1, 1, .boolean(true), "1.10")),
    object("two", "Number", number(2, 0.5, .null, nil)),
    object("three", "Number", number(3, -1.5, .null, "2")),
    object("neg", "Number", number(-7, 2.5, .null, "-1.5")),
    object("big", "Number", number(.max, 1e300, .null, nil)),
    object("huge", "Number", number(9_007_199_254_740_993, 9_007_199_254_740_992, .null, nil)),
    object("nix", "Number"),
  ]

  private static func number(
    _ whole: Int64, _ real: Double, _ truth: AttributeValue, _ decimal: String?
  ) -> [String: AttributeValue] {
    [
      "n": .integer(whole), "r": .double(real), "b": truth,
      "d": decimal.flatMap { Decimal(string: $0) }.map { .decimal($0) } ?? .null,
    ]
  }

  static let ident = UUID(uuidString: "F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6") ?? UUID()

  private static let values: [PredicateWorld.Object] = [
    object(
      "early", "Value",
      [
        "when": .date(0), "ident": .uuid(ident), "link": .url("https://example.org/a"),
        "bytes": .data([0, 255]),
      ]),
    object(
      "day", "Value", ["when": .date(86_400), "link": .url("https://example.org/A"), "bytes": .data([1])]),
    object("gone", "Value"),
    object(
      "w1", "Word",
      [
        "first": .string("a"), "last": .string("z"), "size": .integer(3), "in": .integer(1),
        "like": .string("x"), "any": .integer(5), "count": .integer(7),
      ]),
    object("w2", "Word", ["first": .string("b"), "size": .integer(4), "in": .integer(2)]),
  ]

  private static let members: [PredicateWorld.Members] = [
    ("Ann", "orders", "o1 o2"), ("Bob", "orders", "o3"), ("o1", "items", "i2 i1"), ("o3", "items", "i3"),
    ("o4", "items", "i4 i5"), ("red", "items", "i1 i2"), ("blue", "items", "i1 i4"), ("green", "items", "i5"),
    ("Eve", "staff", "Fay Gil"), ("Fay", "staff", "Hal Ida Jon"),
  ].map { owner, relationship, members in
    PredicateWorld.Members(
      owner: owner, relationship: relationship, members: members.split(separator: " ").map { String($0) })
  }
}
