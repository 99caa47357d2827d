import Foundation
import ObjectGraph
import PredicateLanguage
import Testing
import TestSupport

@Suite struct `Binding a predicate` {
  private func bind(_ text: String) throws -> Result<BoundPredicate, PredicateTextError> {
    let model = try ItemModel.make()
    let item = try #require(model.entity(named: "Item"))
    do throws(PredicateTextError) {
      return .success(try Binder(entity: item, model: model).bind(ParsedPredicate(parsing: text)))
    } catch {
      return .failure(error)
    }
  }

  private func refuse(_ text: String, _ kind: PredicateTextError.Kind, _ message: String) throws {
    guard case .failure(let error) = try bind(text) else {
      Issue.record("\(text) was bound")
      return
    }
    #expect(error.kind == kind && error.message == message, "\(text): \(error)")
  }

  /// The constant on the right side of a comparison.
  private func constant(_ text: String) throws -> PredicateValue? {
    guard case .comparison(let comparison) = try bind(text).get().node,
      case .constant(let value, _) = comparison.right
    else { return nil }
    return value
  }

  @Test func `resolves keys to columns`() throws {
    guard case .comparison(let comparison) = try bind("title == 'a'").get().node,
      case .key(let path) = comparison.left, case .attribute(let attribute, let column) = path.target
    else {
      Issue.record("no key on the left")
      return
    }
    let item = try #require(try ItemModel.make().entity(named: "Item"))
    #expect(attribute.name == "title" && column == item.columnIndex(named: "title") && path.steps.isEmpty)
  }

  @Test(arguments: [
    ("titel == 'a'", "titel", "title"), ("TITLE == 'a'", "TITLE", "title"), ("xyz == 1", "xyz", nil),
    ("a == 1 AND title == 'b'", "a", nil), ("smal + 1 > 2", "smal", "small"), ("1 == don", "don", "done"),
    ("NOT rato IN {1}", "rato", "ratio"), ("title.length == 1", "title.length", nil),
  ])
  func `names an unknown key and the nearest known one`(text: String, key: String, nearest: String?) throws {
    guard case .failure(let error) = try bind(text) else {
      Issue.record("\(text) was bound")
      return
    }
    #expect(error.kind == .unknownKey && error.key == key && error.nearest == nearest, "\(error)")
  }

  @Test func `points at the key`() throws {
    guard case .failure(let error) = try bind("title == 'é' AND titel == 'a'") else { return }
    #expect(error.range?.start == 18 && error.range?.end == 23)
  }

  @Test func `gives constants the type of the attribute they meet, on either side and in lists`() throws {
    let uuid = try #require(UUID(uuidString: "F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6"))
    #expect(try constant("ident == 'f81d4fae-7dec-11d0-a765-00a0c91e6bf6'") == .uuid(uuid))
    #expect(try constant("link == 'http://x'") == .url("http://x"))
    #expect(
      try constant("ident IN {'F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6', nil}") == .list([.uuid(uuid), .null]))
    guard case .comparison(let comparison) = try bind("'http://x' == link").get().node else { return }
    guard case .constant(.url("http://x"), _) = comparison.left else {
      Issue.record("the left side is \(comparison.left)")
      return
    }
  }

  @Test(arguments: [
    "small == 1.5", "done == 1", "done == TRUE", "price > 10.1", "title == nil", "extra != nil",
    "extra == nil",
    "due == nil", "small BETWEEN {1, 2}", "small IN {}", "title IN {'a', nil}", "'a' IN title",
    "title CONTAINS 'a'", "small + large * 2 > ratio / 3", "TRUEPREDICATE", "SELF == nil", "due - due > 60",
    "title ==[cd] code", "{1, 2} CONTAINS small",
  ])
  func `accepts what fits`(text: String) throws { _ = try bind(text).get() }

  @Test(arguments: [
    ("title == 1", "A number cannot be compared with a string."),
    ("small == 'a'", "A string cannot be compared with a number."),
    ("title == small", "A string cannot be compared with a number."),
    ("ident == 'no uuid'", "A string cannot be compared with a UUID."),
    ("small IN {1, 'a'}", "A string cannot be compared with a number."),
    ("extra == 'a'", "A string cannot be compared with a transformable value."),
    ("extra == extra", "A transformable value can only be compared with nil."),
    ("extra < nil", "A transformable value has no order."),
    ("small LIKE 1", "LIKE compares strings."), ("small MATCHES 1", "MATCHES compares strings."),
    ("title + 1 == 2", "Arithmetic needs numbers."),
    ("due + due == due", "Two dates cannot be added."),
  ])
  func `refuses what can never fit, in a sentence`(text: String, message: String) throws {
    try refuse(text, .type, message)
  }

  @Test(arguments: [
    ("title == $name", "$name has no value."), ("title == %@", "A placeholder has no argument."),
  ])
  func `refuses what was never filled in`(text: String, message: String) throws {
    try refuse(text, .arguments, message)
  }

  @Test(arguments: [("title + 1 == 2", 0, 9), ("1 == 2 * (3 + title)", 10, 19), ("due + due == due", 0, 9)])
  func `points at the arithmetic that cannot fit`(text: String, start: Int, end: Int) throws {
    let range = try #require(throws: PredicateTextError.self) { try bind(text).get() }.range
    #expect(range.map { [$0.start, $0.end] } == [start, end])
  }

  @Test func `refuses a pattern beyond its limit`() throws {
    let model = try ItemModel.make()
    let item = try #require(model.entity(named: "Item"))
    let pattern = "*" + String(repeating: "?", count: LikePattern.questionMarkLimit + 1) + "*"
    let tree = ParsedPredicate.comparison(
      Comparison(.key(PropertyPath(["title"])), .like, .constant(.string(pattern))))
    let error = #expect(throws: PredicateTextError.self) { try Binder(entity: item, model: model).bind(tree) }
    #expect(error?.kind == .limit)
  }

  @Test func `refuses a regular expression that cannot be read`() throws {
    let model = try ItemModel.make()
    let item = try #require(model.entity(named: "Item"))
    let range = SourceRange(start: 14, end: 18)
    let tree = ParsedPredicate.comparison(
      Comparison(.key(PropertyPath(["title"])), .matches, .constant(.string("a("), range)))
    let error = #expect(throws: PredicateTextError.self) { try Binder(entity: item, model: model).bind(tree) }
    #expect(error?.kind == .syntax && error?.range?.start == 14 && error?.range?.end == 18)
    #expect(error?.message == "Regular expression, byte 1: The group is not closed.")
  }

  @Test func `resolves relationships step by step`() throws {
    let model = try ManagedObjectModel(entities: [
      EntityDescription(
        "Post", properties: [.relationship(RelationshipDescription("author", to: "Person"))]),
      EntityDescription(
        "Person",
        properties: [
          .relationship(RelationshipDescription("friend", to: "Person")),
          .attribute(AttributeDescription("name", .string)),
        ]),
    ])
    let binder = Binder(entity: try #require(model.entity(named: "Post")), model: model)
    let bound = try binder.bind(SortDescriptor("author.friend.name")).path
    #expect(bound.steps.map(\.relationship.name) == ["author", "friend"])
    #expect(bound.steps.map(\.entity) == ["Post", "Person"] && bound.entity == "Person")
    #expect(throws: PredicateTextError.self) { try binder.bind(SortDescriptor("author.frend.name")) }
  }

  @Test(arguments: [
    ("title", true), ("large", true), ("extra", false), ("SELF", false), ("", false), ("title.", false),
  ])
  func `sorts by stored attributes that have an order`(key: String, works: Bool) throws {
    let model = try ItemModel.make()
    let binder = Binder(entity: try #require(model.entity(named: "Item")), model: model)
    var bound: BoundSortDescriptor?
    do throws(PredicateTextError) {
      bound = try binder.bind(SortDescriptor(key))
    } catch {
      #expect([.unknownKey, .type].contains(error.kind))
    }
    #expect((bound != nil) == works)
    #expect(bound?.nullsFirst ?? true)
    if works { #expect(try !binder.bind(SortDescriptor(key, ascending: false)).nullsFirst) }
  }
}

/// Not Foundation's.
private typealias SortDescriptor = ObjectGraph.SortDescriptor
