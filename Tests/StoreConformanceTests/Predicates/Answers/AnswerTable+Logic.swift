import PredicateLanguage

extension AnswerTable {
  static let precedence = AnswerTable(
    "What binds tighter",
    Answer.of(
      "Customer",
      [
        ("name == 'Ann' OR name == 'Bob' AND level == 3", "Ann"),
        ("(name == 'Ann' OR name == 'Bob') AND level == 2", "Bob"),
        ("NOT name == 'Ann' AND level == 1", ""),
        ("NOT (name == 'Ann' AND level == 2)", "all"),
        ("NOT NOT name == 'Ann'", "Ann"),
        ("!name == 'Ann' || name == 'Ann'", "all"),
        ("name == 'Ann' && level == 1 || vip == NO", "Ann Bob"),
        ("level == 1 OR level == 2 AND NOT vip == NO", "Ann"),
        ("NOT (level == 1 OR level == 2)", "Cyd Dan"),
        ("name == 'Ann' aNd level == 1", "Ann"),
        ("truePredicate", "all"),
        ("FALSEPREDICATE", ""),
        ("TRUEPREDICATE AND FALSEPREDICATE OR TRUEPREDICATE", "all"),
        ("NOT FALSEPREDICATE AND level == 3", "Dan"),
        ("((((level)) == ((2))))", "Bob"),
        ("level == 1\tOR\r\nlevel == 3", "Ann Dan"),
        ("level = 1 or level <> 1 and level =< 2", "Ann Bob"),
      ])
      + Answer.of(
        "Number",
        [
          ("n == 1 + 2 * 1", "three"), ("n == (1 + 0) * 2", "two"), ("n == 7 - 2 - 2", "three"),
          ("n == 8 / 2 / 2", "two"), ("n - 1 == 0", "one"), ("n -1 == 0", "one"), ("-n == 7", "neg"),
          ("- n + 8 == 7", "one"), ("n == 1 - -1", "two"), ("n == -2 ** 2 + 5", "one"),
          ("n == (-2) ** 2 - 1", "three"), ("-n ** 2 == -9", "three"),
          ("2 ** 3 ** 2 == 64 AND n == 0", "zero"), ("2 ** -1 == 0.5 AND n == 0", "zero"),
          ("n == 2 * 2 ** 2 - 5", "three"),
        ]))

  static let quantifiers = AnswerTable(
    "ANY, SOME, ALL and NONE",
    Answer.of(
      "Order",
      [
        ("ANY items.price == 10", "o1 o4"), ("SOME items.price == 10", "o1 o4"),
        ("any items.price == 10", "o1 o4"), ("ALL items.price > 2", "o1 o2 o4"),
        ("ALL items.price > 3", "o1 o2"), ("NONE items.price == 10", "o2 o3"),
        ("NOT ANY items.price == 10", "o2 o3"), ("NOT ALL items.price > 3", "o3 o4"),
        ("NOT NONE items.price == 10", "o1 o4"), ("ANY items.price == nil", "o3"),
        ("ANY items.price != nil", "o1 o4"), ("ANY items.price != 10", "o1 o3 o4"),
        ("ALL items.price != 10", "o2 o3"), ("ALL items.price == 10", "o2"),
        ("ALL items.price == nil", "o2 o3"),
        ("NONE items.price > 0", "o2 o3"), ("ANY items.price BETWEEN {4, 6}", "o1"),
        ("ANY items.price IN {2.5, 7}", "o4"), ("ALL items.price IN {5, 10}", "o1 o2"),
        ("ANY items.name CONTAINS 'i3'", "o3"), ("ANY items.name LIKE 'I?'", ""),
        ("ANY items.name LIKE[c] 'I?'", "o1 o3 o4"), ("ANY items.name MATCHES 'i[45]'", "o4"),
        ("ANY items.price == 10 AND ANY items.quantity == 5", "o4"),
        ("SUBQUERY(items, $i, $i.price == 10 AND $i.quantity == 5).@count > 0", ""),
        ("ANY items.price > total", ""), ("ANY items.price < total", "o1 o4"),
        ("ALL items.price < total", "o1 o2 o4"), ("ANY items.order == SELF", "o1 o3 o4"),
        ("ALL items.order == SELF", "all"), ("ANY items.order.customer.name == 'Ann'", "o1"),
        ("ANY items.tags.name == 'green'", "o4"), ("ALL items.tags.name == 'red'", "o2 o3"),
      ])
      + Answer.of(
        "Item",
        [
          ("ANY order.items.price == 10", "i1 i2 i4 i5"), ("ALL order.items.price == 10", "i6"),
          ("NONE order.items.price == 10", "i3 i6"), ("ANY tags.name == 'red'", "i1 i2"),
          ("ALL tags.name == 'red'", "i2 i3 i6"), ("NONE tags.name == 'red'", "i3 i4 i5 i6"),
          ("ANY tags.name BEGINSWITH 'gr'", "i5"), ("ANY tags.name ==[c] 'RED'", "i1 i2"),
          ("ANY tags.rank >= quantity", "i1"),
        ])
      + Answer.of(
        "Customer",
        [
          ("ANY orders.items.price == 10", "Ann"), ("ALL orders.items.price > 3", "Ann Cyd Dan"),
          ("NONE orders.items.price == nil", "Ann Cyd Dan"), ("ANY orders.items.tags.name == 'blue'", "Ann"),
          ("ANY orders.total == nil", "Ann"), ("ALL orders.total > 1", "Bob Cyd Dan"),
        ])
      + Answer.of(
        "Tag",
        [
          ("ANY items.order.customer.name == 'Ann'", "red blue"),
          ("ANY items.order.customer.name == nil", "blue green"), ("ALL items.order.name != nil", "all"),
          ("ANY items.order.customer == nil", "blue green"), ("ANY items.price < 5", "blue"),
        ]))

  static let membership = AnswerTable(
    "IN and CONTAINS with many objects",
    Answer.of(
      "Item",
      [
        ("'red' IN tags.name", "i1 i2"), ("tags.name CONTAINS 'blue'", "i1 i4"),
        ("'RED' IN[c] tags.name", "i1 i2"), ("'RED' IN tags.name", ""),
        ("NOT 'red' IN tags.name", "i3 i4 i5 i6"),
        ("'re' IN tags.name", ""), ("quantity IN tags.rank", "i1"), ("SELF IN order.items", "i1 i2 i3 i4 i5"),
      ])
      + Answer.of(
        "Order",
        [
          ("10 IN items.price", "o1 o4"), ("nil IN items.price", "o3"), ("items.price CONTAINS nil", "o3"),
          ("items.price CONTAINS 2.5", "o4"), ("total IN items.price", ""),
          ("SELF IN customer.orders", "o1 o2 o3"), ("customer.orders CONTAINS SELF", "o1 o2 o3"),
          ("customer IN {nil}", "o4"), ("NOT SELF IN customer.orders", "o4"),
        ])
      + Answer.of(
        "Employee",
        [
          ("SELF IN boss.staff", "Fay Gil Hal Ida Jon"), ("boss.staff CONTAINS SELF", "Fay Gil Hal Ida Jon"),
          ("salary IN boss.staff.salary", "Fay Gil Hal Ida Jon"), ("50 IN staff.salary", "Eve Fay"),
        ]) + [
        Answer("Order", "%@ IN items", "o4", [.object("i4")]),
        Answer("Order", "items CONTAINS %@", "o4", [.object("i4")]),
        Answer("Order", "ANY items == %@", "o3", [.object("i3")]),
        Answer("Order", "ALL items == %@", "o2 o3", [.object("i3")]),
        Answer("Order", "ANY items IN %@", "o1 o3", [.list([.object("i3"), .object("i1")])]),
        Answer("Order", "NONE items IN {%@, %@}", "o2 o4", [.object("i3"), .object("i1")]),
      ])

  static let subqueries = AnswerTable(
    "SUBQUERY",
    Answer.of(
      "Order",
      [
        ("SUBQUERY(items, $i, $i.price > 3).@count == 2", "o1"),
        ("SUBQUERY(items, $i, $i.price > 3).@count == 0", "o2 o3"),
        ("SUBQUERY(items, $i, $i.price * $i.quantity > 12).@count > 0", "o1 o4"),
        ("SUBQUERY(items, $i, $i.price < total).@count == 2", "o1 o4"),
        ("SUBQUERY(items, $i, $i.name == name).@count > 0", ""),
        ("SUBQUERY(items, $i, $i.order == SELF).@count == 2", "o1 o4"),
        ("SUBQUERY(items, $i, $i == SELF).@count > 0", ""),
        ("ANY SUBQUERY(items, $i, $i.quantity == 2).price == 5", "o1"),
        ("SUBQUERY(items, $i, $i.price == 10).name CONTAINS 'i5'", "o4"),
        ("SUBQUERY(items, $i, TRUEPREDICATE)[FIRST].name == 'i2'", "o1"),
        ("SUBQUERY(items, $i, $i.price == 10)[0].name == 'i5'", "o4"),
        ("SUBQUERY(items, $i, $i.price > 3)[LAST].name == 'i1'", "o1"),
        ("SUBQUERY(items, $i, ANY $i.tags.name == 'blue').@count == 1", "o1 o4"),
        ("SUBQUERY(items, $i, $i.tags.@count == 0).@count > 0", "o3"),
        ("SUBQUERY(items, $i, $i.price == nil OR $i.quantity == nil).@count == 1", "o3 o4"),
        ("ALL SUBQUERY(items, $i, $i.price != nil).price > 3", "o1 o2 o3"),
        ("SUBQUERY(items, $i, $i.price > 3).price.@sum == 15", "o1"),
        ("SUBQUERY(items, $i, $i.price > 3).@sum.price == 10", "o4"),
        ("NOT SUBQUERY(items, $i, $i.price > 3).@count > 0", "o2 o3"),
        ("subquery(items, $i, $i.price == 10).@count == 1", "o1 o4"),
        ("SUBQUERY(items, $a, SUBQUERY(items, $b, $b.price > $a.price).@count > 0).@count == 1", "o1 o4"),
        ("SUBQUERY(SUBQUERY(items, $a, $a.price > 3), $b, $b.price < 7).@count == 1", "o1"),
      ])
      + Answer.of(
        "Customer",
        [
          ("SUBQUERY(orders, $o, SUBQUERY($o.items, $i, $i.price > 3).@count > 0).@count > 0", "Ann"),
          (
            "SUBQUERY(orders, $o, SUBQUERY($o.items, $i, $i.price < $o.total).@count == 2).@count == 1", "Ann"
          ),
          (
            "SUBQUERY(orders, $x, SUBQUERY($x.items, $x, $x.price == 10).@count > 0 AND $x.total == 30).@count == 1",
            "Ann"
          ),
          ("SUBQUERY(orders, $o, $o.total > level * 10).@count == 1", "Ann"),
          ("SUBQUERY(orders, $o, SUBQUERY($o.items, $i, $i.quantity == level).@count > 0).@count > 0", ""),
          ("SUBQUERY(orders.items, $i, $i.price >= 5).@count == 2", "Ann"),
          ("SUBQUERY(orders, $o, $o.items.@count == 0).@count == 1", "Ann"),
        ])
      + Answer.of(
        "Employee",
        [
          ("SUBQUERY(staff, $e, $e.salary > salary).@count > 0", "Fay"),
          ("SUBQUERY(staff, $e, $e.staff.@count > 0).@count == 1", "Eve"),
          ("SUBQUERY(boss.staff, $e, $e.salary > salary).@count > 0", "Gil Hal"),
        ])
      + Answer.of(
        "Item",
        [
          ("SUBQUERY(order.items, $i, $i.price == 10).@count == 0", "i3"),
          ("SUBQUERY(order.items, $i, $i.price == 10).@count == nil", "i6"),
        ]) + [
        Answer(
          "Order", "SUBQUERY(items, $i, $i.quantity == $q).@count > 0", "o1",
          named: ["q": .value(.integer(2))]),
        Answer(
          "Order", "SUBQUERY(items, $i, $i.price == 10).@count > 0 AND name == $i", "o4",
          named: ["i": .value(.string("o4"))]),
        Answer(
          "Order", "SUBQUERY(items, $i, $i.price == %f AND $i.name == %@).@count > 0", "o4",
          [.value(.double(10)), .value(.string("i5"))]),
      ])
}
