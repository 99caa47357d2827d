/// Tells by its neighbours what each piece of a text is.
struct TokenClassifier {
  private typealias Piece = (kind: Token.Kind?, range: SourceRange)

  /// What a bracket that is open belongs to.
  private enum Bracket {
    /// An operator: letters.
    case options
    /// A value: a place in a list.
    case index
  }

  private var lexer: Lexer
  private var pieces: [Piece] = []
  private var brackets: [Bracket] = []
  private var tokens: [PredicateToken] = []

  init(_ text: String) { lexer = Lexer(text) }

  /// Classifies everything; a text of more tokens has none.
  mutating func tokens(atMost limit: Int) -> [PredicateToken] {
    while true {
      let piece = lexer.nextPiece()
      if piece.kind == .end { break }
      guard pieces.count < limit else { return [] }
      pieces.append(piece)
    }
    var index = 0
    while index < pieces.count { index = classify(index) }
    return tokens
  }

  /// Classifies one piece, or several that are one name, and returns the next.
  private mutating func classify(_ index: Int) -> Int {
    let piece = pieces[index]
    if isInOptions, !Self.canBeOptions(piece.kind) { brackets.removeLast() }
    switch piece.kind {
    case .word where !isInOptions && !isBehindDot(index): return name(from: index)
    case .symbol(.openBracket):
      brackets.append(isOperator(index - 1) ? .options : .index)
      add(.punctuation, piece)
    case .symbol(.closeBracket):
      _ = brackets.popLast()
      add(.punctuation, piece)
    case let kind: add(self.kind(of: kind, index), piece)
    }
    return index + 1
  }

  private func kind(of kind: Token.Kind?, _ index: Int) -> PredicateToken.Kind {
    switch kind {
    case .word where isInOptions, .keyword where isInOptions: options(pieces[index].range)
    case .word, .escapedWord, .quotedKey: .key
    case .keyword where isBehindDot(index): .key
    case .keyword(let keyword): Self.kind(of: keyword)
    case .atWord: .collectionOperator
    case .variable: .variable
    case .keyPlaceholder, .placeholder: .placeholder
    case .string: .string
    case .number: .number
    case .symbol(let symbol): Self.punctuation.contains(symbol) ? .punctuation : .operator
    case .end, nil: .invalid
    }
  }

  /// Whether letters of options may go on with a piece; a bracket that is not closed ends before any other.
  private static func canBeOptions(_ kind: Token.Kind?) -> Bool {
    switch kind {
    case .word, .keyword, .symbol(.closeBracket): true
    default: false
    }
  }

  private static func kind(of keyword: Keyword) -> PredicateToken.Kind {
    switch keyword {
    case .true, .yes, .false, .no, .null, .nil: .constant
    default: OperatorTable.comparison(.keyword(keyword)) == nil ? .keyword : .operator
    }
  }

  private static let punctuation: Set<Symbol> = [
    .openParenthesis, .closeParenthesis, .openBrace, .closeBrace, .openBracket, .closeBracket, .comma, .dot,
    .colon,
  ]

  /// A word on its own: a function with all its colons if a parenthesis follows, an operator or a place where one can
  /// stand, else a key.
  private mutating func name(from start: Int) -> Int {
    var end = start + 1
    while kind(at: end) == .symbol(.colon) {
      end += 1
      if kind(at: end) == .word { end += 1 }
    }
    let isFunction = kind(at: end) == .symbol(.openParenthesis)
    for index in start..<end {
      let isWord = kind(at: index) == .word
      add(isFunction ? .function : isWord ? kind(ofWord: index) : .punctuation, pieces[index])
    }
    return end
  }

  private func kind(ofWord index: Int) -> PredicateToken.Kind {
    let word = lexer.text(pieces[index].range)
    if OperatorTable.infixWords.contains(word.lowercased()), endsValue(index - 1) { return .operator }
    return brackets.last == .index && OperatorTable.position(word) != nil ? .keyword : .key
  }

  private func options(_ range: SourceRange) -> PredicateToken.Kind {
    let letters = lexer.text(range).lowercased()
    return letters.allSatisfy { letter in StringOptions.letters.contains { $0.letter == letter } }
      ? .option : .invalid
  }

  private mutating func add(_ kind: PredicateToken.Kind, _ piece: Piece) {
    tokens.append(PredicateToken(kind, range: piece.range))
  }
}

// MARK: - Neighbours

extension TokenClassifier {
  private var isInOptions: Bool { brackets.last == .options }

  private func kind(at index: Int) -> Token.Kind? {
    pieces.indices.contains(index) ? pieces[index].kind : nil
  }

  private func isBehindDot(_ index: Int) -> Bool { kind(at: index - 1) == .symbol(.dot) }

  private func isOperator(_ index: Int) -> Bool {
    guard let kind = kind(at: index), !isBehindDot(index) else { return false }
    return OperatorTable.comparison(kind) != nil
  }

  /// Whether a value can end with this piece.
  private func endsValue(_ index: Int) -> Bool {
    switch kind(at: index) {
    case .word, .escapedWord, .quotedKey, .atWord, .variable, .keyPlaceholder, .placeholder, .string, .number,
      .symbol(.closeParenthesis), .symbol(.closeBrace), .symbol(.closeBracket):
      true
    case .keyword(let keyword): isBehindDot(index) || keyword == .selfObject
    default: false
    }
  }
}
