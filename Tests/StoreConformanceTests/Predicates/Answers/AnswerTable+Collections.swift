import PredicateLanguage

extension AnswerTable {
  static let collectionOperators = AnswerTable(
    "Collection operators",
    Answer.of(
      "Order",
      [
        ("items.@count == 0", "o2"), ("items.@count > 1", "o1 o4"), ("items.@count == 1", "o3"),
        ("items.@sum.price == 15", "o1"), ("items.price.@sum == 15", "o1"), ("@sum.items.price == 15", "o1"),
        ("items.@sum.price == 0", "o2 o3"), ("items.@avg.price == 7.5", "o1"),
        ("items.price.@avg == 0", "o2 o3"), ("items.@avg.quantity == 2.5", "o4"),
        ("items.@min.price == 5", "o1"), ("items.@min.price == nil", "o2 o3"),
        ("items.@max.price == 10", "o1 o4"), ("items.price.@max == nil", "o2 o3"),
        ("items.@max.name == 'i2'", "o1"), ("items.name.@min == 'i1'", "o1"),
        ("items.@sum.quantity == 4", "o1"), ("items.@sum.quantity == 5", "o4"),
        ("items.@sum.price > total", ""), ("items.@sum.price >= total", "o4"),
        ("items.@sum.price + items.@count == 17", "o1"),
        ("ANY items.@distinctUnionOfObjects.price == 10", "o1 o4"),
        ("2 IN items.@distinctUnionOfObjects.quantity", "o1"),
        ("items.quantity.@distinctUnionOfObjects.@count == 1", "o1 o3"),
        ("count(items.@unionOfObjects.quantity) == 2", "o1 o4"), ("items.@count BETWEEN {1, 2}", "o1 o3 o4"),
        ("items.@count IN {0, 1}", "o2 o3"), ("NOT items.@count == 0", "o1 o3 o4"),
      ])
      + Answer.of(
        "Customer",
        [
          ("orders.items.@count == 2", "Ann"), ("orders.items.@count == 0", "Cyd Dan"),
          ("orders.items.@sum.price == 15", "Ann"), ("orders.@sum.total == 30", "Ann"),
          ("orders.@avg.total == 15", "Ann"), ("orders.@max.total == 5", "Bob"),
          ("orders.@count == level", ""), ("orders.@count != level", "all"), ("orders.@count == 2", "Ann"),
        ])
      + Answer.of(
        "Employee",
        [
          ("staff.@count == 0", "Gil Hal Ida Jon"), ("staff.@sum.salary > salary", "Eve Fay"),
          ("staff.@avg.salary == 65", "Eve"), ("boss.staff.@count == 3", "Hal Ida Jon"),
          ("boss.staff.@count == nil", "Eve"), ("boss.staff.@count == 0", ""),
          ("boss.staff.@sum.salary == nil", "Eve"), ("staff.staff.@count == 3", "Eve"),
          ("staff.@max.salary > salary", "Fay"), ("boss.staff.@min.salary == 50", "Fay Gil Hal Ida Jon"),
        ])
      + Answer.of(
        "Item",
        [
          ("order.items.@count == 0", ""), ("order.items.@count == nil", "i6"),
          ("order.items.@count == 2", "i1 i2 i4 i5"), ("order.items.@sum.price > price * 1.5", "i2 i4"),
        ]))

  static let listFunctions = AnswerTable(
    "Functions of lists",
    Answer.of(
      "Order",
      [
        ("sum(items.price) == 15", "o1"), ("average(items.price) == 7.5", "o1"),
        ("count(items) == 2", "o1 o4"), ("count(items.price) == 1", "o3"), ("min(items.price) == 2.5", "o4"),
        ("max(items.price) == 10", "o1 o4"), ("median(items.price) == 7.5", "o1"),
        ("median(items.price) == 6.25", "o4"), ("median(items.price) == nil", "o2 o3"),
        ("mode(items.quantity) == 2", "o1"), ("mode(items.price) == nil", "o2 o3"),
        ("stddev(items.price) == 2.5", "o1"), ("stddev(items.price) == 3.75", "o4"),
        ("stddev(items.price) == nil", "o2 o3"), ("count(distinct(items.quantity)) == 1", "o1 o3"),
        ("SUM(items.price) == 15", "o1"), ("sum({1, 2, 3}) == 6 AND name == 'o1'", "o1"),
        ("max(1, 5, 10) == 10 AND name == 'o1'", "o1"), ("average({1, nil}) == 0.5 AND name == 'o1'", "o1"),
        ("count({1, nil, 2}) == 3 AND name == 'o1'", "o1"), ("min({3, nil}) == 3 AND name == 'o1'", "o1"),
        ("stddev({1, 2, 3, 4, 4, 5, 9, 11}) BETWEEN {3.2185, 3.2187} AND name == 'o1'", "o1"),
        ("median({1, 2, 3, 4}) == 2.5 AND name == 'o1'", "o1"),
        ("median({3, 1, 2}) == 2 AND name == 'o1'", "o1"),
        ("mode({1, 2, 2, 3}) == 2 AND name == 'o1'", "o1"), ("mode({3, 1}) == 1 AND name == 'o1'", "o1"),
        ("sum({}) == 0 AND name == 'o1'", "o1"), ("max({}) == nil AND name == 'o1'", "o1"),
        ("average({}) == 0 AND name == 'o1'", "o1"),
        ("sum({0.1, 0.2, 0.3}) == sum({0.3, 0.2, 0.1}) AND name == 'o1'", "o1"),
        ("sum({1e300, 1, -1e300}) == 1 AND name == 'o1'", "o1"),
      ])
      + Answer.of(
        "Item",
        [
          ("max(price, quantity) == 10", "i1 i5"), ("min(price, quantity) == 2", "i1 i2"),
          ("sum(price, quantity) == 12", "i1"), ("count(price, quantity) == 2", "all"),
          ("average(price, quantity) == 5", "i5"), ("sum(order.items.price) == nil", "i6"),
        ])
      + Answer.of(
        "Number",
        [
          ("sum({9223372036854775807, 1}) == 9223372036854775808.0 AND n == 0", "zero"),
          ("sum({4611686018427387904, 4611686018427387903}) == n", "big"),
        ]))

  static let indexes = AnswerTable(
    "Elements of ordered objects",
    Answer.of(
      "Order",
      [
        ("items[0].name == 'i2'", "o1"), ("items[FIRST].name == 'i4'", "o4"),
        ("items[LAST].name == 'i1'", "o1"),
        ("items[SIZE] == 2", "o1 o4"), ("items[size] == 0", "o2"), ("items[1].price == 10", "o1 o4"),
        ("items[5].name == nil", "all"), ("items[0].name == nil", "o2"), ("items[-1].name == nil", "all"),
        ("items[FIRST] == nil", "o2"), ("items[items.@count - 1].name == 'i5'", "o4"),
        ("items[first].name == 'i2'", "o1"), ("{1, 2, 3}[1] == 2 AND name == 'o1'", "o1"),
        ("{1, 2, 3}[LAST] == 3 AND name == 'o1'", "o1"), ("{3, 4}[SIZE] == 2 AND name == 'o1'", "o1"),
        ("{1}[1] == nil AND name == 'o1'", "o1"), ("items[1] != nil", "o1 o4"),
        ("ANY items[0].tags.name == 'blue'", "o4"), ("items[0].tags.@count == 1", "o1 o4"),
      ]) + [
        Answer("Order", "items[0] == %@", "o3", [.object("i3")]),
        Answer("Order", "items[%d].name == 'i5'", "o4", [.value(.integer(1))]),
        Answer("Order", "items[LAST] IN %@", "o1 o4", [.list([.object("i1"), .object("i5")])]),
      ])

  static let setOperators = AnswerTable(
    "UNION, INTERSECT and MINUS",
    Answer.of(
      "Order",
      [
        ("(items.price UNION {10, 7}).@count == 3", "o1 o3 o4"),
        ("(items.price INTERSECT {10}).@count == 1", "o1 o4"), ("(items.price MINUS {10}).@count == 0", "o2"),
        ("10 IN (items.price UNION items.quantity)", "o1 o4"),
        ("5 IN (items.price INTERSECT items.quantity)", ""),
        ("(items.quantity UNION items.quantity).@count == 1", "o1 o3"),
        ("(items.price union items.price).@count == 2", "o1 o4"),
        ("({1, 2, 2} UNION {2, 3}).@count == 3 AND name == 'o1'", "o1"),
        ("({1, 2, 3} MINUS {2}).@count == 2 AND name == 'o1'", "o1"),
        ("2 IN ({1, 2} INTERSECT {2, 3}) AND name == 'o1'", "o1"),
        ("({3, 1} UNION {2})[LAST] == 2 AND name == 'o1'", "o1"),
        ("(items MINUS SUBQUERY(items, $i, $i.price == 10)).@count == 1", "o1 o3 o4"),
        ("ANY (items.price UNION {7}) == 7", "all"),
      ])
      + Answer.of("Customer", [("(orders.items INTERSECT orders.items).@count == 2", "Ann")]))
}
