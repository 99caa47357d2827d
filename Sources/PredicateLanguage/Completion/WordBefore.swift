/// What ends right before a place, and may go on there.
struct WordBefore {
  enum Kind {
    /// A word with its mark, or a mark alone; a name of a function with its colons.
    case word
    /// A sign that an operator may begin with.
    case symbol
    /// A number: whatever is written behind it belongs to it.
    case number
    /// A bracket, white space, what is finished.
    case nothing
  }

  private(set) var kind = Kind.nothing
  /// Where it begins.
  private(set) var start: Int

  /// Looks at the end of a text.
  init(_ bytes: ArraySlice<UInt8>) {
    start = bytes.endIndex
    var lexer = Lexer(String(decoding: bytes, as: UTF8.self))
    var pieces: [(kind: Token.Kind?, range: SourceRange)] = []
    while true {
      let piece = lexer.nextPiece()
      if piece.kind == .end { break }
      // A name of a function goes back over touching words and colons.
      if piece.range.start != pieces.last?.range.end || !Self.isOfName(piece.kind) { pieces.removeAll() }
      pieces.append(piece)
    }
    guard let last = pieces.last, last.range.end == bytes.endIndex else { return }
    switch last.kind {
    case .word, .symbol(.colon):
      kind = .word
      start = pieces.first { Self.isOfName($0.kind) }?.range.start ?? last.range.start
    case .keyword, .atWord, .variable, .escapedWord:
      kind = .word
      start = last.range.start
    case nil where "@$#".utf8.contains(bytes[last.range.start]):
      kind = .word
      start = last.range.start
    case .number: kind = .number
    case .symbol(let symbol) where Self.beginsOperator.contains(symbol):
      kind = .symbol
      start = last.range.start
    default: return
    }
  }

  private static func isOfName(_ kind: Token.Kind?) -> Bool { kind == .word || kind == .symbol(.colon) }

  private static let beginsOperator: Set<Symbol> = [.exclamation, .equal, .less, .greater, .and, .bar, .star]
}
