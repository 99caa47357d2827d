extension ComparisonOperator {
  /// How the operator is written, in the spelling that `format` uses.
  public var spelling: String { OperatorTable.spelling(of: self) }
}

/// Every operator once, with spellings, binding power and options.
///
/// Parser and printer read this list.
enum OperatorTable {
  /// How tightly operators bind; a greater number binds tighter.
  enum Power {
    static let or = 10
    static let and = 20
    static let not = 30
    static let comparison = 40
    static let set = 45
    static let bitwiseOr = 50
    static let bitwiseXor = 55
    static let bitwiseAnd = 60
    static let shift = 65
    static let additive = 70
    static let multiplicative = 80
    static let unary = 90
    static let power = 95
    /// What stands alone.
    static let primary = 100
  }

  /// An operator between predicates.
  struct CompoundEntry: Sendable {
    /// The word that writes it, also for the printer.
    let keyword: Keyword
    /// The other way to write it.
    let symbol: Symbol
    /// How tightly it binds.
    let power: Int
    /// The tree of all its parts.
    let make: @Sendable ([ParsedPredicate]) -> ParsedPredicate

    /// Whether a token writes this operator.
    func isWritten(by kind: Token.Kind) -> Bool {
      kind == .keyword(keyword) || kind == .symbol(symbol)
    }
  }

  /// AND and `&&`.
  static let and = CompoundEntry(
    keyword: .and, symbol: .doubleAnd, power: Power.and, make: { .conjunction($0) })
  /// OR and `||`.
  static let or = CompoundEntry(
    keyword: .or, symbol: .doubleBar, power: Power.or, make: { .disjunction($0) })
  /// All operators between predicates.
  static let compounds: [CompoundEntry] = [and, or]

  /// A comparison operator.
  struct ComparisonEntry: Sendable {
    /// The operator.
    let `operator`: ComparisonOperator
    /// The tokens that write it; the printer uses the first.
    let spellings: [Token.Kind]
    /// Whether `[cd]` may follow.
    let takesOptions: Bool
  }

  /// All comparison operators.
  static let comparisons: [ComparisonEntry] = [
    ComparisonEntry(
      operator: .equal, spellings: [.symbol(.doubleEqual), .symbol(.equal)], takesOptions: true),
    ComparisonEntry(
      operator: .notEqual, spellings: [.symbol(.notEqual), .symbol(.lessGreater)], takesOptions: true),
    ComparisonEntry(operator: .less, spellings: [.symbol(.less)], takesOptions: true),
    ComparisonEntry(
      operator: .lessOrEqual, spellings: [.symbol(.lessEqual), .symbol(.equalLess)], takesOptions: true),
    ComparisonEntry(operator: .greater, spellings: [.symbol(.greater)], takesOptions: true),
    ComparisonEntry(
      operator: .greaterOrEqual, spellings: [.symbol(.greaterEqual), .symbol(.equalGreater)],
      takesOptions: true),
    ComparisonEntry(operator: .between, spellings: [.keyword(.between)], takesOptions: false),
    ComparisonEntry(operator: .in, spellings: [.keyword(.in)], takesOptions: true),
    ComparisonEntry(operator: .contains, spellings: [.keyword(.contains)], takesOptions: true),
    ComparisonEntry(operator: .beginsWith, spellings: [.keyword(.beginsWith)], takesOptions: true),
    ComparisonEntry(operator: .endsWith, spellings: [.keyword(.endsWith)], takesOptions: true),
    ComparisonEntry(operator: .like, spellings: [.keyword(.like)], takesOptions: true),
    ComparisonEntry(operator: .matches, spellings: [.keyword(.matches)], takesOptions: true),
  ]

  /// An operator between two values.
  struct InfixEntry: Sendable {
    /// How it is written: in a symbol, or in a word that is not reserved, upper case.
    enum Spelling: Hashable, Sendable {
      case symbol(Symbol)
      case word(String)
    }

    let function: Function
    let spelling: Spelling
    let power: Int

    /// The operator as text.
    var text: String {
      switch spelling {
      case .symbol(let symbol): symbol.rawValue
      case .word(let word): word
      }
    }
  }

  /// All operators between two values; all group from the left.
  static let infixes: [InfixEntry] = [
    InfixEntry(function: .union, spelling: .word("UNION"), power: Power.set),
    InfixEntry(function: .intersect, spelling: .word("INTERSECT"), power: Power.set),
    InfixEntry(function: .minus, spelling: .word("MINUS"), power: Power.set),
    InfixEntry(function: .bitwiseOr, spelling: .symbol(.bar), power: Power.bitwiseOr),
    InfixEntry(function: .bitwiseXor, spelling: .symbol(.caret), power: Power.bitwiseXor),
    InfixEntry(function: .bitwiseAnd, spelling: .symbol(.and), power: Power.bitwiseAnd),
    InfixEntry(function: .leftShift, spelling: .symbol(.shiftLeft), power: Power.shift),
    InfixEntry(function: .rightShift, spelling: .symbol(.shiftRight), power: Power.shift),
    InfixEntry(function: .add, spelling: .symbol(.plus), power: Power.additive),
    InfixEntry(function: .subtract, spelling: .symbol(.minus), power: Power.additive),
    InfixEntry(function: .multiply, spelling: .symbol(.star), power: Power.multiplicative),
    InfixEntry(function: .divide, spelling: .symbol(.slash), power: Power.multiplicative),
    InfixEntry(function: .power, spelling: .symbol(.power), power: Power.power),
  ]

  /// Operators before one value.
  static let prefixes: [(function: Function, symbol: Symbol)] = [
    (.negate, .minus), (.onesComplement, .tilde),
  ]

  /// What stands in brackets behind a collection, and is no number.
  static let positions: [(function: Function, word: String)] = [
    (.first, "FIRST"), (.last, "LAST"), (.size, "SIZE"),
  ]

  /// The position that a word in brackets means, in any case; nil for all other words.
  static func position(_ word: String) -> Function? {
    let upper = word.uppercased()
    return positions.first { sameBytes($0.word, upper) }?.function
  }

  /// The word of the one comparison operator of Apple's language that is not here, lower case.
  static let unsupportedWord = "tokenmatches"

  /// The words between two values, lower case: a key of such a name is written with `#`, as a reserved word is.
  static let infixWords: Set<String> = Set(
    infixes.compactMap { if case .word(let word) = $0.spelling { word.lowercased() } else { nil } }
  ).union([unsupportedWord])

  private static let infixIndex = Dictionary(uniqueKeysWithValues: infixes.map { ($0.spelling, $0) })

  /// The operator that a symbol writes.
  static func infix(_ symbol: Symbol) -> InfixEntry? { infixIndex[.symbol(symbol)] }

  /// The operator that a word writes, in any case.
  static func infix(_ word: String) -> InfixEntry? { infixIndex[.word(word.uppercased())] }

  private static let comparisonIndex: [Token.Kind: Int] = Dictionary(
    uniqueKeysWithValues: comparisons.enumerated().flatMap { index, entry in
      entry.spellings.map { ($0, index) }
    })

  /// The comparison operator that a token writes.
  static func comparison(_ kind: Token.Kind) -> ComparisonEntry? {
    comparisonIndex[kind].map { comparisons[$0] }
  }

  /// How the printer writes a comparison operator.
  static func spelling(of operator: ComparisonOperator) -> String {
    switch comparisons.first(where: { $0.operator == `operator` })?.spellings.first {
    case .symbol(let symbol): symbol.rawValue
    case .keyword(let keyword): keyword.text
    default: preconditionFailure("every comparison operator has a spelling")
    }
  }

  /// How the printer writes a function between two values; nil for all others.
  static func infix(_ function: Function) -> InfixEntry? {
    infixes.first { $0.function == function }
  }
}
