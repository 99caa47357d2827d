import PredicateLanguage

extension ManualText {
  static let predicates = """
    The text is NSPredicate's.

    | | |
    | --- | --- |
    | compare | `==` `!=` `<` `<=` `>` `>=` `BETWEEN {a, b}` `IN {…}` `CONTAINS` `BEGINSWITH` `ENDSWITH` \
    `LIKE` (`?` one character, `*` any) `MATCHES` (ICU) |
    | options behind an operator | `[c]` case, `[d]` diacritics, `[n]` by bytes |
    | combine | `NOT` binds tighter than `AND`, `AND` tighter than `OR`; `TRUEPREDICATE`, `FALSEPREDICATE` |
    | arguments | `%@` any, `%K` a key path, `%d` `%f` `%s`; `$NAME` by name |
    | to-many | `ANY items.price > 3`, `ALL …`, `NONE …`; `$id IN items`; `items.@count == 0`; \
    `SUBQUERY(items, $i, $i.price > 3 AND $i.price < limit).@count > 1` |
    | of a collection | \(spellings(CollectionOperator.allCases.map(\.rawValue))): `items.@sum.price` or \
    `items.price.@sum`; ordered: `[0]` `[FIRST]` `[LAST]` `[SIZE]`; sets: `UNION` `INTERSECT` `MINUS` |
    | functions | \(spellings(functions)) |
    | numbers | `+ - * / **`, bits `& \\| ^ ~ << >>`; `0x1F` `0b11` `0o17` |
    | others | `TERNARY(a > b, x, y)`, `CAST(x, "NSDate")` (\(spellings(CastType.allCases.map(\.rawValue)))), `SELF`, `nil`, \
    `#like`: a key that is a reserved word |

    **Missing values.** `a == nil` and `a != nil` test for one; `a != 'x'` holds where a is missing; every other \
    comparison with one is false, and a function of one is missing. `@sum` and `@avg` take it as 0, `@count` \
    counts it, `@min` and `@max` leave it out. `ANY` of nothing is false, `ALL` of nothing true. What a key path \
    reaches behind a relationship that leads nowhere is missing.

    **Collections.** Two `ANY` may be true of different objects; `SUBQUERY` speaks of one. In it keys without its \
    variable belong to the object outside. A collection is compared by `ANY`, `ALL`, `IN` and `CONTAINS` alone.

    **Text** compares by bytes unless options say otherwise: `[c]` folds case as Unicode does (ß equals ss), \
    `[d]` leaves combining marks out; `[l]` changes nothing. The empty string is in every string. `MATCHES` is for \
    the whole string (double its backslashes in quotes) and takes linear time, so back-references, look-around, \
    atomic groups and possessive quantifiers are `predicate.unsupported`. A bad pattern is `predicate.syntax`; \
    from a property it matches nothing.

    **Numbers.** Whole numbers divide without remainder, and become doubles where 64 bits end; `**` gives a double. \
    What has no result (`1/0`, `sqrt(-1)`) is missing. `-2 ** 2` is -4. `now()` is one moment in a request.

    **Objects.** `department == $d` and `SELF == $d` take an object ID, as a string or `{"$objectID": …}`. Key \
    paths may end at objects, and lead through relationships of any kind.

    `FUNCTION`, `FETCH`, `ANYKEY`, `:=`, UTI operators and TOKENMATCHES are `predicate.unsupported`.
    """

  /// What is called with parentheses, as the printer writes it.
  private static let functions = Function.allCases.filter { function in
    function.spelling.utf8.allSatisfy { 0x61...0x7A ~= $0 | 0x20 || $0 == UInt8(ascii: ":") }
      && ![.cast, .union, .intersect, .minus, .first, .last, .size, .element].contains(function)
  }.map(\.spelling)

  private static func spellings(_ names: [String]) -> String {
    names.map { "`\($0)`" }.joined(separator: " ")
  }
}
