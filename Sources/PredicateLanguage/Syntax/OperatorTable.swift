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
    static let additive = 70
    static let multiplicative = 80
    static let unary = 90
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
  struct ArithmeticEntry: Sendable {
    let function: Function
    let symbol: Symbol
    let power: Int
  }

  /// All arithmetic operators with two sides; all group from the left.
  static let arithmetic: [ArithmeticEntry] = [
    ArithmeticEntry(function: .add, symbol: .plus, power: Power.additive),
    ArithmeticEntry(function: .subtract, symbol: .minus, power: Power.additive),
    ArithmeticEntry(function: .multiply, symbol: .star, power: Power.multiplicative),
    ArithmeticEntry(function: .divide, symbol: .slash, power: Power.multiplicative),
  ]

  /// Operators of Apple's language that are not here: symbols.
  static let unsupportedSymbols: Set<Symbol> = [
    .power, .shiftLeft, .shiftRight, .and, .bar, .caret, .tilde,
  ]

  /// Operators of Apple's language that are not here: words between two values, lower case.
  static let unsupportedWords: Set<String> = ["union", "intersect", "minus", "tokenmatches"]

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

  /// How the printer writes an arithmetic operator with two sides; nil for those with one.
  static func arithmetic(_ function: Function) -> ArithmeticEntry? {
    arithmetic.first { $0.function == function }
  }
}
