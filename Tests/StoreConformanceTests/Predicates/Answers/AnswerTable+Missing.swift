import PredicateLanguage

extension AnswerTable {
  static let missingValues = AnswerTable(
    "Missing values under every operator",
    Answer.of(
      "Customer",
      [
        ("level == nil", "Cyd"), ("level == NULL", "Cyd"), ("level = Nil", "Cyd"), ("nil == level", "Cyd"),
        ("level != nil", "Ann Bob Dan"), ("nil != level", "Ann Bob Dan"), ("level != 1", "Bob Cyd Dan"),
        ("1 != level", "Bob Cyd Dan"), ("NOT (level == 1)", "Bob Cyd Dan"), ("NOT level != 1", "Ann"),
        ("level < 2", "Ann"), ("level > 0", "Ann Bob Dan"), ("NOT level < 2", "Bob Cyd Dan"),
        ("level <= nil", ""), ("level >= nil", ""), ("level < nil", ""), ("nil > level", ""),
        ("NOT level <= nil", "all"), ("level BETWEEN {nil, 3}", ""), ("level BETWEEN {1, nil}", ""),
        ("level BETWEEN {0, 9}", "Ann Bob Dan"), ("NOT level BETWEEN {0, 9}", "Cyd"),
        ("nil BETWEEN {1, 2}", ""), ("city == 'Paris'", "Dan"), ("city != 'Paris'", "Ann Bob Cyd"),
        ("city CONTAINS 'ar'", "Dan"), ("NOT city CONTAINS 'ar'", "Ann Bob Cyd"), ("city CONTAINS nil", ""),
        ("NOT city CONTAINS nil", "all"), ("city BEGINSWITH nil", ""), ("city ENDSWITH nil", ""),
        ("city BEGINSWITH ''", "Ann Bob Dan"), ("city ENDSWITH ''", "Ann Bob Dan"),
        ("city CONTAINS[cd] ''", "Ann Bob Dan"), ("city LIKE '*'", "Ann Bob Dan"),
        ("city MATCHES '.*'", "Ann Bob Dan"), ("NOT city LIKE '*'", "Cyd"), ("nil LIKE 'nil'", ""),
        ("city LIKE nil", ""), ("city IN {'Paris', nil}", "Cyd Dan"),
        ("NOT city IN {'Paris', nil}", "Ann Bob"),
        ("city IN {nil}", "Cyd"), ("city IN {}", ""), ("NOT city IN {}", "all"),
        ("level IN {1, nil, 3}", "Ann Cyd Dan"), ("NOT level IN {1, 3}", "Bob Cyd"),
        ("{1, nil} CONTAINS level", "Ann Cyd"), ("nil IN {level, 1}", "Cyd"), ("nil IN {1, 2}", ""),
        ("level + 1 == nil", "Cyd"), ("level + nil == nil", "all"), ("-level == nil", "Cyd"),
        ("level / 0 == nil", "all"), ("level / 0 == 1", ""), ("level * nil > 0", ""),
        ("level - level == 0", "Ann Bob Dan"),
        ("vip == YES", "Ann Dan"), ("vip != YES", "Bob Cyd"), ("vip == NO", "Bob"), ("vip == nil", "Cyd"),
        ("NOT vip == YES", "Bob Cyd"), ("vip == 1", "Ann Dan"), ("vip == TRUE", "Ann Dan"),
        ("vip > NO", "Ann Dan"),
        ("vip IN {TRUE, nil}", "Ann Cyd Dan"), ("level == vip", "Ann Cyd"), ("level != vip", "Bob Dan"),
        ("nil == nil", "all"), ("nil != nil", ""), ("city ==[cd] nil", "Cyd"),
        ("city !=[c] 'paris'", "Ann Bob Cyd"),
      ]) + [
        Answer("Customer", "level == %@", "Cyd", [.value(.null)]),
        Answer("Customer", "level != %@", "Ann Bob Dan", [.value(.null)]),
        Answer("Customer", "level IN %@", "Bob Cyd", [.list([.value(.integer(2)), .value(.null)])]),
        Answer("Customer", "NOT level IN %@", "Ann Dan", [.list([.value(.integer(2)), .value(.null)])]),
        Answer("Customer", "level < $v", "", named: ["v": .value(.null)]),
      ])

  static let missingObjects = AnswerTable(
    "Paths that lead nowhere",
    Answer.of(
      "Order",
      [
        ("customer.name == 'Ann'", "o1 o2"), ("customer.name != 'Ann'", "o3 o4"),
        ("customer.name == nil", "o4"),
        ("customer == nil", "o4"), ("customer != nil", "o1 o2 o3"), ("customer.city == nil", "o4"),
        ("NOT customer.level > 1", "o1 o2 o4"), ("customer.level IN {1, nil}", "o1 o2 o4"),
        ("customer.orders.@count == 2", "o1 o2"), ("customer.orders.@count == nil", "o4"),
        ("ANY customer.orders.name == 'o2'", "o1 o2"), ("ALL customer.orders.name == 'o3'", "o3 o4"),
        ("NONE customer.orders.name == 'o3'", "o1 o2 o4"), ("'o3' IN customer.orders.name", "o3"),
      ])
      + Answer.of(
        "Item",
        [
          ("order.customer.name == nil", "i4 i5 i6"), ("order.customer.level == 2", "i3"),
          ("order.customer == nil", "i4 i5 i6"), ("order == nil", "i6"),
          ("order.customer.orders.@count == 2", "i1 i2"), ("order.items[0].name == name", "i2 i3 i4"),
        ])
      + Answer.of(
        "Employee",
        [
          ("boss.boss.name == 'Eve'", "Hal Ida Jon"), ("boss.boss == nil", "Eve Fay Gil"),
          ("boss.boss != nil", "Hal Ida Jon"), ("boss.salary < salary", "Jon"), ("boss.name == name", ""),
          ("NOT boss.salary > salary", "Eve Ida Jon"),
        ]))
}
