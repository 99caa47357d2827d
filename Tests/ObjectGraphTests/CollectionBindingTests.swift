import ObjectGraph
import PredicateLanguage
import Testing

/// What leads to many objects can stand in some places of a predicate, and elsewhere the message says what to write.
@Suite struct CollectionBindingTests {
  private static let text = """
    {"entities": [
      {"name": "Shop", "attributes": [
        {"name": "name", "type": "String"}, {"name": "limit", "type": "Double"}, {"name": "opened", "type": "Date"},
        {"name": "logo", "type": "Transformable", "valueTransformerName": "Noter"}],
       "relationships": [
        {"name": "items", "destination": "Item", "isToMany": true, "inverse": "shop"},
        {"name": "shelves", "destination": "Shelf", "isToMany": true, "isOrdered": true, "inverse": "shop"}]},
      {"name": "Item", "attributes": [{"name": "title", "type": "String"}, {"name": "price", "type": "Double"}],
       "relationships": [{"name": "shop", "destination": "Shop", "inverse": "items"}]},
      {"name": "Shelf", "attributes": [{"name": "place", "type": "Integer 32"}],
       "relationships": [{"name": "shop", "destination": "Shop", "inverse": "shelves"}]}]}
    """

  private func bind(_ text: String, to entity: String = "Shop") throws -> Result<
    BoundPredicate, PredicateTextError
  > {
    let model = try ManagedObjectModel(jsonText: Self.text)
    let binder = Binder(entity: try #require(model.entity(named: entity)), model: model)
    do throws(PredicateTextError) {
      return .success(try binder.bind(ParsedPredicate(parsing: text)))
    } catch {
      return .failure(error)
    }
  }

  @Test(arguments: [
    "ANY items.price > 3", "ALL items.title BEGINSWITH[c] 'a'", "NONE items.price IN {1, 2}",
    "ANY items.price == limit",
    "ANY items.title CONTAINS 'x'", "ANY items == nil", "ALL items.price BETWEEN {1, limit}",
    "SOME {1, 2} == limit",
    "items.@count > 0", "items.@sum.price == items.price.@sum", "@avg.items.price < limit",
    "items.@min.title == name",
    "items.@max.price + 1 > limit", "items.@distinctUnionOfObjects.title.@count == 2",
    "items.@unionOfObjects.title CONTAINS 'x'",
    "'x' IN items.title", "items.title CONTAINS name", "limit IN items.price",
    "SUBQUERY(items, $i, $i.price > limit).@count == 1",
    "ANY SUBQUERY(items, $i, $i.title == name).price > 3", "SUBQUERY(items.price, $p, $p > limit).@sum == 3",
    "SUBQUERY(items, $i, SUBQUERY(shelves, $i, $i.place == 1).@count == 1 AND $i.price > 1).@count == 1",
    "SUBQUERY(items, $i, $i.shop == SELF AND $i == $i).@count == 1", "shelves[FIRST].place == 1",
    "shelves[0].shop.name == name",
    "shelves[SIZE] == 1", "shelves.place[1 + 1] == 1", "SUBQUERY(shelves, $s, $s.place > 1)[LAST].place == 3",
    "(items.price UNION {1, 2}).@count == 3", "'a' IN (items.title INTERSECT {'a'})",
    "stddev(items.price) < 1", "mode(items.price) == 1",
    "sum({1, limit}) == 3", "max(1, 2, limit) == 3", "TERNARY(limit > 3, name, nil) == 'x'",
    "TERNARY(limit > 3, 1, limit) == 2",
    "CAST(limit, 'NSString') == '3'", "CAST(name, 'NSNumber') > 3", "CAST(limit, 'NSDate') < opened",
    "CAST(opened, 'NSNumber') > 3",
    "uppercase(name) == 'X' AND length(name) > 1", "sqrt(limit) ** 2 == abs(limit)", "limit & 1 == 1",
    "~limit << 2 == 1",
    "opened > now() - 3600", "noindex(name) == 'x'", "random() < limit", "modulus:by:(limit, 2) == 1",
    "ALL items.shop == SELF",
    "opened BETWEEN {now() - 1, now() + limit}", "limit > items.@count AND limit < shelves[0].place",
  ])
  func `collections stand where something is made of them`(text: String) throws { _ = try bind(text).get() }

  @Test(arguments: [
    ("«items.price > 3»", "leads to many values", "Write ANY or ALL before it, or .@count behind it."),
    ("«items == nil»", "leads to many values", ".@count == 0"),
    ("name == 'x' AND «limit < items.price»", "right side", "A modifier stands before"),
    ("ANY «name == 'x'»", "one value", "Leave ANY out."), ("ALL «limit > 3»", "one value", "Leave ALL out."),
    ("«items.price BETWEEN {1, 2}»", "leads to many values", ""),
    ("«items.title LIKE 'x'»", "leads to many values", ""),
    ("«items.price == 3» OR TRUEPREDICATE", "leads to many values", ""),
    ("«items.price IN {1, 2}»", "cannot compare a list", ""),
    ("«name.@count» == 1", "@count needs a to-many relationship", ""), ("«@count» == 1", "@count needs", ""),
    ("items.price == «'x'»", "cannot be compared with a number", ""),
    ("ANY items.price == «'x'»", "cannot be compared with a number", ""),
    ("'x' IN items.price", "cannot be compared with a number", ""),
    ("«sum(items.title)» == 1", "collection of numbers", ""),
    ("«sum(limit)» == 1", "collection of numbers", ""),
    ("«max(items)» == 1", "have an order", ""), ("«items[FIRST]».price == 1", "no order", ""),
    ("«limit[0]» == 1", "Only a collection", ""),
    ("«shelves['x']» == nil", "has a number", ""),
    ("SUBQUERY(«name», $x, $x == 'x').@count == 1", "SUBQUERY needs a collection", ""),
    ("SUBQUERY(items, $x, «$x.price == 'x'»).@count == 1", "cannot be compared", ""),
    ("«uppercase(limit)» == 'x'", "needs a string", ""),
    ("«sqrt(name)» == 1", "needs numbers", ""), ("«name & 1» == 1", "& needs numbers", ""),
    ("«CAST(name, 'NSDate')» == opened", "cannot be cast", ""),
    ("«TERNARY(limit > 3, name, opened)» == 'x'", "TERNARY needs two values of one kind", ""),
    ("«(items.price UNION items.title)».@count == 1", "one kind", ""),
    ("«name UNION items».@count == 1", "needs two collections", ""), ("«logo == 'x'»", "transformable", ""),
    ("«ANY items.price» > 'x'", "cannot be compared", ""),
  ])
  func `what cannot be is refused with place, reason and remedy`(
    _ marked: String, _ message: String, _ hint: String
  ) throws {
    let text = marked.filter { $0 != "«" && $0 != "»" }
    let error = try #require(throws: PredicateTextError.self) { try bind(text).get() }
    #expect(error.kind == .type && error.message.contains(message), "\(error)")
    if !hint.isEmpty { #expect(error.hint?.contains(hint) == true, "\(error)") }
    #expect(error.range != nil)
  }

  @Test(arguments: [
    ("ANY items.prise > 3", "prise", "price"), ("items.count > 0", "count", "@count"),
    ("items.sum.price > 0", "sum", "@sum"), ("items.@summ.price > 3", "@summ", "@sum"),
    ("SUBQUERY(items, $i, $i.titel == 'x').@count > 0", "titel", "title"),
    ("SUBQUERY(items, $i, title == 'x').@count > 0", "title", nil), ("shelves[0].plce == 1", "plce", "place"),
    ("items.@max.prices == 1", "prices", "price"),
  ])
  func `an unknown key is named with the nearest, whoever it belongs to`(
    text: String, key: String, nearest: String?
  ) throws {
    let error = try #require(throws: PredicateTextError.self) { try bind(text).get() }
    #expect(error.kind == .unknownKey && error.key == key && error.nearest == nearest, "\(error)")
  }

  @Test func `a variable ends with its subquery`() throws {
    let error = try #require(throws: PredicateTextError.self) {
      try bind("SUBQUERY(items, $i, $i.price > 1).@count > $i").get()
    }
    #expect(error.kind == .arguments && error.range.map { [$0.start, $0.end] } == [43, 45])
  }

  @Test func `membership of a collection is a question to its elements`() throws {
    #expect(try bind("'x' IN items.title").get() == bind("ANY items.title == 'x'").get())
    #expect(try bind("items.title CONTAINS[cd] name").get() == bind("ANY items.title ==[cd] name").get())
    #expect(try bind("items.price.@sum > 1").get() == bind("sum(items.price) > 1").get())
    #expect(try bind("@sum.items.price > 1").get() == bind("items.@sum.price > 1").get())
  }

  @Test func `a constant without a value keeps its kind`() throws {
    _ = try bind("{CAST(0.5, 'NSDate')}[2] - limit >= CAST(2, 'NSDate')").get()
    let error = try #require(throws: PredicateTextError.self) { try bind("{1, 2}[5] == name").get() }
    #expect(error.kind == .type)
  }

  @Test func `what needs no object is computed when the predicate is bound`() throws {
    #expect(try bind("limit > 2 ** 3 + sum({1, 2})").get() == bind("limit > 11.0").get())
    guard case .comparison(let comparison) = try bind("opened > now()").get().node,
      case .constant(.date, _) = comparison.right
    else {
      Issue.record("now() is no constant")
      return
    }
  }
}
