import PredicateLanguage

extension AnswerTable {
  static let dates = AnswerTable(
    "Dates",
    Answer.of(
      "Value",
      [
        ("when == CAST(0, 'NSDate')", "early"), ("when < CAST(86400, \"NSDate\")", "early"),
        ("when > now()", ""),
        ("when < now()", "early day"), ("when + 86400 == CAST(86400, 'NSDate')", "early"),
        ("when - CAST(0, 'NSDate') == 86400", "day"), ("CAST(when, 'NSNumber') == 86400", "day"),
        ("when BETWEEN {CAST(0, 'NSDate'), CAST(1, 'NSDate')}", "early"), ("when == nil", "gone"),
        ("when IN {CAST(86400, 'NSDate'), nil}", "day gone"), ("now() == now()", "all"),
        ("when != CAST(0.0, 'NSDate')", "day gone"), ("NOT when > CAST(-1.5, 'NSDate')", "gone"),
        ("now() - now() == 0", "all"), ("now() - when > 86400", "early day"),
      ]) + [
        Answer("Value", "when == %@", "early", [.value(.date(0))]),
        Answer("Value", "when != %@", "day gone", [.value(.date(0))]),
        Answer("Value", "when BETWEEN {%@, %@}", "early day", [.value(.date(0)), .value(.date(86_400))]),
      ])

  static let identifiers = AnswerTable(
    "UUIDs, URIs and bytes",
    Answer.of(
      "Value",
      [
        ("ident == CAST('F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6', 'NSUUID')", "early"),
        ("ident == 'F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6'", "early"),
        ("ident == 'f81d4fae-7dec-11d0-a765-00a0c91e6bf6'", "early"),
        ("ident != CAST('F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6', 'NSUUID')", "day gone"),
        ("ident == nil", "day gone"),
        ("ident IN {'F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6'}", "early"),
        ("link == 'https://example.org/a'", "early"),
        ("link == CAST('https://example.org/A', 'NSURL')", "day"), ("link != nil", "early day"),
        ("link IN {'https://example.org/a', nil}", "early gone"),
        ("bytes == CAST('00ff', 'NSData')", "early"),
        ("bytes == CAST('00FF', 'NSData')", "early"), ("bytes == nil", "gone"),
        ("bytes != CAST('01', 'NSData')", "early gone"),
        ("CAST('F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6', 'NSUUID') == ident", "early"),
      ]) + [
        Answer("Value", "ident == %@", "early", [.value(.uuid(AnswerObjects.ident))]),
        Answer("Value", "link == %@", "day", [.value(.url("https://example.org/A"))]),
        Answer("Value", "bytes IN %@", "day gone", [.list([.value(.data([1])), .value(.null)])]),
      ])

  static let objects = AnswerTable(
    "Comparing objects",
    [
      Answer("Order", "SELF == %@", "o2", [.object("o2")]),
      Answer("Order", "%@ == SELF", "o2", [.object("o2")]),
      Answer("Order", "SELF != %@", "o1 o3 o4", [.object("o2")]),
      Answer("Order", "SELF IN %@", "o1 o3", [.list([.object("o1"), .object("o3")])]),
      Answer("Order", "SELF IN {%@, %@}", "o1 o3", [.object("o1"), .object("o3")]),
      Answer("Order", "NOT SELF IN {%@}", "o1 o2 o3", [.object("o4")]),
      Answer("Order", "SELF IN %@", "", [.list([])]),
      Answer("Order", "NOT self IN %@", "all", [.list([])]),
      Answer("Order", "customer == %@", "o1 o2", [.object("Ann")]),
      Answer("Order", "customer != %@", "o3 o4", [.object("Ann")]),
      Answer("Order", "customer = $who", "o3", named: ["who": .object("Bob")]),
      Answer("Order", "customer IN %@", "o1 o2 o3", [.list([.object("Ann"), .object("Bob")])]),
      Answer("Order", "customer IN {%@, nil}", "o1 o2 o4", [.object("Ann")]),
      Answer("Order", "NOT customer IN {%@}", "o3 o4", [.object("Ann")]),
      Answer("Order", "customer == SELF", ""),
      Answer("Item", "order.customer == %@", "i1 i2", [.object("Ann")]),
      Answer("Item", "order.customer != %@", "i3 i4 i5 i6", [.object("Ann")]),
      Answer("Employee", "boss == %@", "Hal Ida Jon", [.object("Fay")]),
      Answer("Employee", "boss.boss == %@", "Hal Ida Jon", [.object("Eve")]),
      Answer("Employee", "SELF == boss", ""),
      Answer("Employee", "ANY staff == %@", "Fay", [.object("Jon")]),
      Answer("Employee", "staff CONTAINS %@", "Fay", [.object("Jon")]),
      Answer("Employee", "%@ IN staff", "Fay", [.object("Jon")]),
      Answer("Employee", "SUBQUERY(staff, $e, $e == %@).@count == 1", "Fay", [.object("Jon")]),
      Answer(
        "Employee", "boss.staff CONTAINS %@ AND SELF != %@", "Hal Ida", [.object("Jon"), .object("Jon")]),
    ])

  static let inheritance = AnswerTable(
    "Subentities",
    Answer.of(
      "Manager",
      [
        ("budget == nil", "Fay"), ("salary > 90", "Eve"), ("staff.@count == 3", "Fay"),
        ("ANY staff.name == 'Gil'", "Eve"),
        ("boss.name == 'Eve'", "Fay"), ("budget > salary", "Eve"), ("TRUEPREDICATE", "Eve Fay"),
        ("SUBQUERY(staff, $e, $e.salary < budget).@count == 2", "Eve"),
      ])
      + Answer.of(
        "Employee",
        [
          ("salary >= 80", "Eve Fay Jon"), ("TRUEPREDICATE", "Eve Fay Gil Hal Ida Jon"),
          ("salary == nil", "Ida"),
          ("boss.salary == 100", "Fay Gil"), ("ANY staff.salary == nil", "Fay"),
        ]))

  static let words = AnswerTable(
    "Keys that are words of the language",
    Answer.of(
      "Word",
      [
        ("size > 3", "w2"), ("#size == 3", "w1"), ("first == 'a'", "w1"), ("last == 'z'", "w1"),
        ("#in == 2", "w2"),
        ("#like LIKE 'x'", "w1"), ("#any == 5", "w1"), ("SELF.in == 1", "w1"), ("#like == nil", "w2"),
        ("#in IN {1, 5}", "w1"), ("#first == 'b'", "w2"), ("#name == 'w1'", "w1"), ("SELF.size == 3", "w1"),
        ("count == 7", "w1"), ("count + 1 == 8", "w1"), ("SELF.#any == 5", "w1"), ("last == nil", "w2"),
        ("#in == 1 AND #any IN {5}", "w1"), ("NOT #in == 1", "w2"), ("size IN {size, 3}", "w1 w2"),
      ]) + [
        Answer("Word", "%K == 1", "w1", [.value(.string("in"))]),
        Answer("Word", "%K LIKE 'x'", "w1", [.value(.string("like"))]),
      ])

  static let arguments = AnswerTable(
    "Arguments",
    ["%d", "%i", "%u", "%x", "%X", "%o", "%ld", "%lld", "%hd", "%qd", "%zd", "%lu", "%D", "%@"].map {
      Answer("Number", "n == \($0)", "three", [.value(.integer(3))])
    }
      + ["%f", "%e", "%E", "%g", "%G", "%lf", "%@"].map {
        Answer("Number", "r == \($0)", "two", [.value(.double(0.5))])
      } + [
        Answer("Number", "n == %d", "one", [.value(.boolean(true))]),
        Answer("Number", "n == %f", "three", [.value(.integer(3))]),
        Answer(
          "Number", "%K > 2 AND %K < %d", "three",
          [.value(.string("n")), .value(.string("n")), .value(.integer(9))]),
        Answer("Number", "n IN %@", "one three", [.list([.value(.integer(1)), .value(.double(3))])]),
        Answer("Number", "n == $v OR r == $v", "one", named: ["v": .value(.integer(1))]),
        Answer("Number", "n + %d == %d", "two", [.value(.integer(1)), .value(.integer(3))]),
        Answer("Number", "b == %@", "one", [.value(.boolean(true))]),
        Answer("Text", "text == %@", "low", [.value(.string("apple"))]),
        Answer("Text", "text == %s", "low", [.value(.string("apple"))]),
        Answer("Text", "%K == %@", "low", [.value(.string("text")), .value(.string("apple"))]),
        Answer("Text", "%K == %@", "", [.value(.string("text")), .value(.string("apple' OR 1 == 1"))]),
        Answer("Text", "text == %@ OR text == '%@'", "apos", [.value(.string("it's"))]),
        Answer("Text", "text LIKE %@", "low up", [.value(.string("?pple"))]),
        Answer("Text", "text MATCHES[c] $p", "low up", named: ["p": .value(.string("a.+e"))]),
        Answer("Text", "text BEGINSWITH %@", "slash", [.value(.string("back\\"))]),
        Answer("Order", "%K == 2", "o1 o4", [.value(.string("items.@count"))]),
        Answer("Order", "%K == 15", "o1", [.value(.string("items.@sum.price"))]),
        Answer("Order", "ANY %K == 10", "o1 o4", [.value(.string("items.price"))]),
        Answer("Order", "customer.%K == %@", "o1 o2", [.value(.string("name")), .value(.string("Ann"))]),
        Answer("Order", "%K == 'Ann'", "o1 o2", [.value(.string("customer.name"))]),
        Answer(
          "Order", "SUBQUERY(%K, $i, $i.%K == %f).@count == %d", "o1 o4",
          [.value(.string("items")), .value(.string("price")), .value(.double(10)), .value(.integer(1))]),
        Answer("Order", "%@ IN items.price", "o4", [.value(.double(2.5))]),
        Answer(
          "Order", "TERNARY(total > %f, %@, %@) == 'a'", "o1",
          [.value(.double(20)), .value(.string("a")), .value(.string("b"))]),
      ])
}
