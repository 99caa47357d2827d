extension AnswerTable {
  static let texts = AnswerTable(
    "Comparing texts",
    Answer.of(
      "Text",
      [
        ("text == 'apple'", "low"), ("text ==[c] 'APPLE'", "low up"),
        ("text != 'apple' AND text LIKE '?pple'", "up"),
        ("text < 'B'", "up empty percent"), ("text =< 'Apple'", "up empty percent"),
        ("text BETWEEN {'a', 'b'}", "low star"), ("text ==[c] '\u{E9}clair'", "acc dec"),
        ("text ==[d] 'eclair'", "dec plain"), ("text ==[cd] 'eclair'", "acc dec plain"),
        ("text ==[DC] 'ECLAIR'", "acc dec plain"), ("text == '\u{E9}clair'", ""),
        ("text == 'e\\u0301clair'", "dec"), ("text ==[c] 'STRASSE'", "sharp ss"),
        ("text ==[c] 'strasse'", "sharp ss"), ("text ==[c] 'straße'", "sharp ss"),
        ("text BEGINSWITH[c] 'STRASS'", "sharp ss"), ("text ==[c] 'i\\u0307stanbul'", "dotted"),
        ("text ==[cd] 'istanbul'", "dotted"), ("text ==[c] 'istanbul'", ""), ("text CONTAINS 'pp'", "low up"),
        ("text CONTAINS[c] 'PP'", "low up"), ("text CONTAINS 'PP'", ""), ("text ENDSWITH 'le'", "low up"),
        ("text ENDSWITH[cd] 'CLAIR'", "acc dec plain"), ("text BEGINSWITH 'e'", "dec plain"),
        ("text BEGINSWITH[d] 'e'", "dec plain"), ("text BEGINSWITH[cd] 'e'", "acc dec plain"),
        ("text ==[n] 'apple'", "low"), ("text ==[nc] 'APPLE'", ""), ("text ==[l] 'apple'", "low"),
        ("text IN 'pineapple'", "low empty"), ("'pp' IN text", "low up"), ("'PP' IN[c] text", "low up"),
        ("text IN[c] {'APPLE', 'x'}", "low up"), ("text IN {'APPLE', 'x'}", ""),
        ("{'APPLE'} CONTAINS[c] text", "low up"),
        (
          "text CONTAINS ''",
          "low up acc dec plain empty star percent sharp ss dotted lines smile apos quote slash"
        ),
        ("text == ''", "empty"), ("NOT text == '' AND text < '6'", "percent"),
        ("text BEGINSWITH '50%'", "percent"),
        ("text == text", "all"), ("text ==[c] lowercase(text)", "all"),
      ])
      + Answer.of(
        "Customer",
        [
          ("city ==[c] 'köln'", "Ann Bob"), ("city ==[cd] 'koln'", "Ann Bob"), ("city ==[d] 'Koln'", "Ann"),
          ("city BEGINSWITH[c] 'kö'", "Ann Bob"),
        ]))

  static let patterns = AnswerTable(
    "LIKE and MATCHES",
    Answer.of(
      "Text",
      [
        ("text LIKE 'a?b'", "star"), (#"text LIKE 'a\\*b'"#, "star"), (#"text LIKE 'a\*b'"#, "star"),
        ("text LIKE ''", "empty"), ("text LIKE '%apple%'", ""), ("text LIKE '50%*'", "percent"),
        ("text LIKE 'apple'", "low"), ("text LIKE 'ppl'", ""), ("text LIKE '*ppl*'", "low up"),
        ("text LIKE[c] 'A*E'", "low up"), ("text LIKE 'a.*'", ""), ("text LIKE '[a-z]*'", ""),
        ("text LIKE 'line?break'", "lines"), ("text LIKE '?'", "smile"),
        (#"text LIKE 'back\\\\slash'"#, "slash"),
        (#"text LIKE '*\\?*'"#, ""), ("text LIKE[cd] '?clair'", "acc dec plain"),
        ("text LIKE '????'", "apos"),
        ("text LIKE '*' AND NOT text LIKE '?*'", "empty"), ("text LIKE '**l**e'", "low up"),
        ("text MATCHES 'app'", ""), ("text MATCHES 'a.*'", "low star"),
        ("text MATCHES[c] 'a.*'", "low up star"),
        (#"text MATCHES '.*\\d+.*'"#, "percent"), ("text MATCHES 'line.break'", "lines"),
        ("text MATCHES '[a-z]+'", "low plain"), ("text MATCHES ''", "empty"),
        (#"text MATCHES 'a\\*b'"#, "star"),
        ("text MATCHES '(apple|eclair)'", "low plain"), ("text MATCHES '(?i)APPLE'", "low up"),
        ("text MATCHES 'ap{2}le'", "low"), (#"text MATCHES 'it\\Ws'"#, "apos"),
      ]))

  static let quoting = AnswerTable(
    "Quotes and escapes",
    Answer.of(
      "Text",
      [
        (#"text == "it's""#, "apos"), (#"text == 'it\'s'"#, "apos"), (#"text == 'say "hi"'"#, "quote"),
        (#"text == "say \"hi\"""#, "quote"), (#"text == 'back\\slash'"#, "slash"),
        (#"text == 'back\slash'"#, ""),
        (#"text == 'line\nbreak'"#, "lines"), ("text == 'line\nbreak'", "lines"),
        (#"text == '\141pple'"#, "low"),
        (#"text == '\x41pple'"#, "up"), (#"text == '\X41pple'"#, "up"), (#"text == '\u0061pple'"#, "low"),
        (#"text == '\U0041pple'"#, "up"), (#"text == '\uD83D\uDE00'"#, "smile"),
        (#"text == '\ud83d\ude00'"#, "smile"), ("text == '😀'", "smile"), (#"text == 'a\pple'"#, "low"),
        (#"text == '5\60% off'"#, "percent"), ("text == \"apple\"", "low"), ("text == '%@'", ""),
        ("text == '$x'", ""), (#"text CONTAINS '\''"#, "apos"), (#"text CONTAINS "\"""#, "quote"),
        (#"text CONTAINS '\\'"#, "slash"), (#"text == '\u00C9CLAIR'"#, "acc"),
        (#"text == '\xc9CLAIR'"#, "acc"),
        (#"text == '\311CLAIR'"#, "acc"), (#"text CONTAINS '\n'"#, "lines"), (#"text CONTAINS '\t'"#, ""),
        ("text CONTAINS ')'", ""), ("text CONTAINS 'OR 1 == 1'", ""), (#"text CONTAINS '\a\b\f\v\r'"#, ""),
      ]))

  static let textFunctions = AnswerTable(
    "Functions of texts",
    Answer.of(
      "Text",
      [
        ("uppercase(text) == 'APPLE'", "low up"), ("lowercase(text) == 'apple'", "low up"),
        ("lowercase(text) == 'straße'", "sharp"), ("uppercase(text) == 'STRASSE'", "sharp ss"),
        ("uppercase(text) == text", "acc empty ss none smile"), ("length(text) == 5", "low up"),
        ("length(text) == 2", "smile"), ("length(text) == 0", "empty"), ("length(text) == nil", "none"),
        ("length(text) == 7", "dec percent ss"), ("canonical(text) == 'eclair'", "acc dec plain"),
        ("canonical(text) == canonical('\u{C9}CLAIR')", "acc dec plain"),
        ("canonical(text) == 'strasse'", "sharp ss"), ("uppercase(text) == nil", "none"),
        ("length('abc') == 3 AND name == 'low'", "low"), ("uppercase(text) BEGINSWITH 'APP'", "low up"),
        ("length(text) + 1 == 4", "star"), ("noindex(text) == 'apple'", "low"),
        ("canonical(text) CONTAINS[n] 'clair'", "acc dec plain"), ("UPPERCASE(text) == 'APPLE'", "low up"),
        ("'e' IN lowercase(text) AND length(text) == 5", "low up"),
      ]))
}
