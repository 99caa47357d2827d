/// The general categories by their names in Unicode's PropertyValueAliases, in the form that is looked up: lower
/// case, without `_`.
enum GeneralCategoryNames {
  /// Every name (`lu`, `uppercaseletter`, `l`, `letter`) with the categories it stands for.
  static let table: [String: Set<Unicode.GeneralCategory>] = {
    var table: [String: Set<Unicode.GeneralCategory>] = [:]
    for (short, long, category) in categories {
      table[short] = [category]
      table[long] = [category]
    }
    for (short, long) in groups {
      let members = categories.filter { $0.short.hasPrefix(short) }.map(\.category)
      table[short] = Set(members)
      table[long] = Set(members)
    }
    let cased: Set<Unicode.GeneralCategory> = [.uppercaseLetter, .lowercaseLetter, .titlecaseLetter]
    table["lc"] = cased
    table["casedletter"] = cased
    table["punct"] = table["p"]
    return table
  }()

  private static let groups: [(short: String, long: String)] = [
    ("l", "letter"), ("m", "mark"), ("n", "number"), ("p", "punctuation"), ("s", "symbol"),
    ("z", "separator"), ("c", "other"),
  ]

  private static let categories: [(short: String, long: String, category: Unicode.GeneralCategory)] = [
    ("lu", "uppercaseletter", .uppercaseLetter), ("ll", "lowercaseletter", .lowercaseLetter),
    ("lt", "titlecaseletter", .titlecaseLetter), ("lm", "modifierletter", .modifierLetter),
    ("lo", "otherletter", .otherLetter), ("mn", "nonspacingmark", .nonspacingMark),
    ("mc", "spacingmark", .spacingMark), ("me", "enclosingmark", .enclosingMark),
    ("nd", "decimalnumber", .decimalNumber), ("nl", "letternumber", .letterNumber),
    ("no", "othernumber", .otherNumber), ("pc", "connectorpunctuation", .connectorPunctuation),
    ("pd", "dashpunctuation", .dashPunctuation), ("ps", "openpunctuation", .openPunctuation),
    ("pe", "closepunctuation", .closePunctuation), ("pi", "initialpunctuation", .initialPunctuation),
    ("pf", "finalpunctuation", .finalPunctuation), ("po", "otherpunctuation", .otherPunctuation),
    ("sm", "mathsymbol", .mathSymbol), ("sc", "currencysymbol", .currencySymbol),
    ("sk", "modifiersymbol", .modifierSymbol), ("so", "othersymbol", .otherSymbol),
    ("zs", "spaceseparator", .spaceSeparator), ("zl", "lineseparator", .lineSeparator),
    ("zp", "paragraphseparator", .paragraphSeparator), ("cc", "control", .control), ("cf", "format", .format),
    ("cs", "surrogate", .surrogate), ("co", "privateuse", .privateUse), ("cn", "unassigned", .unassigned),
  ]
}
