import PredicateLanguage

extension AnswerTable {
  static let numbers = AnswerTable(
    "Numbers",
    Answer.of(
      "Number",
      [
        ("n == 0x3", "three"), ("n == 0b10", "two"), ("n == 0o3", "three"), ("n == 0X1", "one"),
        ("n == 1.", "one"), ("n == 1.0", "one"), ("n == 1e0", "one"), ("n == 10e-1", "one"),
        ("n == 2E0", "two"),
        ("r == 5e-1", "two"), ("r == 1E300", "big"), ("n == 9223372036854775807", "big"),
        ("n == 0x7FFFFFFFFFFFFFFF", "big"), ("n == -9223372036854775808", ""),
        ("n == 9007199254740993", "huge"),
        ("n == 9007199254740992", ""), ("n == 9007199254740992.0", ""), ("r == 9007199254740993", ""),
        ("r == 9007199254740992", "huge"), ("n > 9007199254740992", "big huge"),
        ("n > 9007199254740992.0", "big huge"),
        ("n < 1e300", "zero one two three neg big huge"), ("n == r", "zero one nix"),
        ("n > r", "two three huge"),
        ("n == TRUE", "one"), ("n == yes", "one"), ("n == NO", "zero"), ("b == 1", "one"),
        ("b == 1.0", "one"),
        ("TRUE == 1 AND n == 0", "zero"), ("b == n", "zero one nix"), ("b != n", "two three neg big huge"),
        ("d == 1.1", "one"), ("d == 1.10", "one"), ("d == CAST('1.1', 'NSDecimalNumber')", "one"),
        ("d > 1", "one three"),
        ("d == 2", "three"), ("d == n", "zero nix"), ("r == -0.0", "zero"), ("n == -0", "zero"),
        ("n == -7", "neg"),
        ("-7 == n", "neg"), ("n IN {1, 2.0, 3}", "one two three"), ("n IN {TRUE, 0x2}", "one two"),
        ("r IN {1, 5e-1}", "one two"), ("1 < 2 AND n == 1", "one"), ("1 == 1", "all"), ("1 > 2", ""),
      ]))

  static let arithmetic = AnswerTable(
    "Arithmetic",
    Answer.of(
      "Number",
      [
        ("7 / 2 == 3 AND n == 0", "zero"), ("n / 2 == 1", "two three"), ("n / 2 == -3", "neg"),
        ("n / 2.0 == 1.5", "three"), ("n / 0 == nil", "all"), ("n / 0.0 == nil", "all"),
        ("1 / n == nil", "zero nix"), ("n * 2 == 6", "three"), ("n + 1 > 9223372036854775807", "big"),
        ("n + 1 == 9223372036854775808.0", "big"), ("-n == -3", "three"), ("0 - n == 7", "neg"),
        ("r + r == 5", "neg"), ("r * 2 == 1", "two"), ("n + r == 1.5", "three"), ("b + 1 == 2", "one"),
        ("d * 2 == 4", "three"), ("n * n == 49", "neg"), ("n + n == n * 2", "all"),
        ("(-8) ** 0.5 == nil", "all"),
        ("n ** 2 == 4", "two"), ("n ** 0.5 == nil", "neg nix"),
        ("n ** 0 == 1", "zero one two three neg big huge"),
        ("r ** 2 == 2.25", "three"), ("0.1 + 0.2 == 0.3", ""), ("n == 3 - 0.5 * 2", "two"),
      ])
      + Answer.of(
        "Item",
        [
          ("price * quantity > 12", "i1 i4"), ("price / quantity == 2.5", "i2"),
          ("price / quantity == nil", "i3 i5 i6"),
        ]))

  static let bits = AnswerTable(
    "Bit operators",
    Answer.of(
      "Number",
      [
        ("n & 1 == 1", "one three neg big huge"), ("(n & 1) > 0", "one three neg big huge"),
        ("n | 1 == 3", "two three"), ("n ^ 1 == 0", "one"), ("1 << n == 8", "three"), ("n << 1 == 4", "two"),
        ("n >> 1 == 1", "two three"), ("n >> 70 == -1", "neg"),
        ("n << 64 == 0", "zero one two three neg big huge"),
        ("n >> -1 == 4", "two"), ("n << -1 == 1", "two three"), ("~n == -2", "one"), ("~n == 6", "neg"),
        ("n & 2 | 1 == 3", "two three big"), ("n == 1 | 2 ^ 2", "one"), ("n == 6 ^ 4 & 5", "two"),
        ("n == 4 >> 1 + 1", "one"), ("r & 1 == 0", "zero huge"), ("r & 1 == nil", "two three neg big nix"),
        ("n & nil == nil", "all"), ("~~n == n", "all"), ("n == -~0", "one"), ("b | 2 == 3", "one"),
        ("bitwiseAnd:with:(n, 1) == 0", "zero two"), ("bitwiseOr:with:(n, 1) == 3", "two three"),
        ("bitwiseXor:with:(n, 1) == 0", "one"), ("leftshift:by:(n, 1) == 4", "two"),
        ("rightshift:by:(n, 1) == 1", "two three"), ("onesComplement:(n) == -2", "one"),
      ]))

  static let numberFunctions = AnswerTable(
    "Functions of numbers",
    Answer.of(
      "Number",
      [
        ("abs(n) == 7", "neg"), ("abs(r) == 1.5", "three"), ("ABS(n) == 7", "neg"), ("abs(n) == nil", "nix"),
        ("abs(-9223372036854775808) == 9223372036854775808.0 AND n == 0", "zero"),
        ("ceiling(r) == 1", "one two"), ("floor(r) == -2", "three"), ("trunc(r) == -1", "three"),
        ("floor(r) == 2", "neg"), ("ceiling(n) == 3", "three"), ("trunc(r) == 0", "zero two"),
        ("floor(n) == 9007199254740993", "huge"), ("sqrt(n) == nil", "neg nix"), ("sqrt(n) == 1", "one"),
        ("ln(n) == 0", "one"), ("ln(n) == nil", "zero neg nix"), ("log(n) == 0", "one"),
        ("log(0) == nil", "all"),
        ("log(100) == 2 AND n == 0", "zero"), ("exp(n) == 1", "zero"), ("raise:toPower:(n, 2) == 9", "three"),
        ("add:to:(n, 1) == 3", "two"), ("from:subtract:(n, 1) == 1", "two"),
        ("multiply:by:(n, 3) == 9", "three"),
        ("divide:by:(n, 2) == 1", "two three"), ("modulus:by:(n, 2) == 1", "one three big huge"),
        ("modulus:by:(n, 2) == -1", "neg"), ("modulus:by:(n, 0) == nil", "all"),
        ("modulus:by:(n, -4) == -3", "neg"),
        ("random() BETWEEN {0, 1} AND n == 0", "zero"), ("randomn(10) < 10 AND n == 0", "zero"),
        ("randomn(10) >= 0 AND n == 0", "zero"), ("noindex(n) == 3", "three"), ("noindex(n) == nil", "nix"),
        ("sqrt(abs(n)) > 2 AND n < 0", "neg"),
      ]))

  static let conditionals = AnswerTable(
    "TERNARY",
    Answer.of(
      "Number",
      [
        ("TERNARY(n > 1, 'many', 'few') == 'many'", "two three big huge"),
        ("TERNARY(n > 1, n, r) == 1", "one"),
        ("TERNARY(n == nil, 0, n) == 0", "zero nix"), ("TERNARY(TRUEPREDICATE, n, r) == 3", "three"),
        ("TERNARY(n < 0, -1, TERNARY(n > 0, 1, 0)) == 0", "zero nix"),
        ("TERNARY(n > 0, nil, 1) == nil", "one two three big huge"),
        ("ternary(n == 1 OR n == 2, 5, 6) == 5", "one two"), ("n == TERNARY(b == YES, 1, 3)", "one three"),
        ("TERNARY(NOT n > 0, 1, 0) + 1 == 2", "zero neg nix"),
      ])
      + Answer.of(
        "Order",
        [
          ("TERNARY(items.@count == 0, 'none', 'some') == 'none'", "o2"),
          ("TERNARY(customer == nil, 'nobody', customer.name) == 'nobody'", "o4"),
          ("TERNARY(ANY items.price == 10, total, 0) > 20", "o1"),
        ]))

  static let casts = AnswerTable(
    "CAST",
    Answer.of(
      "Number",
      [
        ("CAST('3', 'NSNumber') == n", "three"), ("CAST(n, 'NSString') == '3'", "three"),
        ("CAST(n, 'NSString') BEGINSWITH '9'", "big huge"), ("CAST(r, 'NSString') == '0.5'", "two"),
        ("CAST(n, 'NSString') == nil", "nix"), ("CAST(CAST(n, 'NSString'), 'NSNumber') == n", "all"),
        ("CAST(n, 'NSDate') == CAST(3, 'NSDate')", "three"), ("CAST(n, 'NSNumber') == 2", "two"),
        ("CAST('1.10', 'NSDecimalNumber') == d", "one"), ("cast('3', 'NSNumber') == n", "three"),
        ("CAST(CAST(n, 'NSDate'), 'NSNumber') == -7", "neg"),
      ])
      + Answer.of("Text", [("CAST(text, 'NSNumber') == 50", ""), ("CAST(text, 'NSNumber') == nil", "all")]))

  static let ranges = AnswerTable(
    "BETWEEN",
    Answer.of(
      "Number",
      [
        ("n BETWEEN {1, 3}", "one two three"), ("n BETWEEN {1 + 0, 2 * 2 - 1}", "one two three"),
        ("n BETWEEN {3, 1}", ""), ("n BETWEEN {n, n}", "zero one two three neg big huge"),
        ("NOT n BETWEEN {1, 3}", "zero neg big huge nix"), ("2 BETWEEN {n, n + 1}", "one two"),
        ("n + 1 BETWEEN {1, 2}", "zero one"), ("r BETWEEN {-1.5, 0}", "zero three"),
        ("n between {-7, -7}", "neg"),
        ("n BETWEEN {0.5, 2.5}", "one two"),
      ])
      + Answer.of("Item", [("price BETWEEN {quantity, quantity * 5}", "i1 i2 i6")]) + [
        Answer(
          "Number", "n BETWEEN %@", "one two three", [.list([.value(.integer(1)), .value(.integer(3))])]),
        Answer("Number", "n BETWEEN {%@, %d}", "one two three", [.value(.integer(1)), .value(.integer(3))]),
        Answer(
          "Number", "n BETWEEN {$lo, $hi}", "one two",
          named: ["lo": .value(.integer(1)), "hi": .value(.double(2.5))]),
        Answer(
          "Number", "n BETWEEN $both", "two three",
          named: ["both": .list([.value(.integer(2)), .value(.integer(9))])]),
      ])
}
