import PredicateLanguage

/// A value for a `%` or `$` in a text; objects go by label, since each store has IDs of its own.
indirect enum PhraseArgument: Sendable {
  case value(PredicateValue)
  case object(String)
  case list([PhraseArgument])
}

/// A predicate as its author hands it over: text, and what its placeholders and variables stand for.
struct WrittenPredicate: Sendable {
  var text = ""
  var positional: [PhraseArgument] = []
  var named: [String: PhraseArgument] = [:]
}

/// A part of a predicate's text that knows simpler parts that could stand in its place.
///
/// ```
/// let sum: Phrase = "\(left) + \(right)"
/// ```
struct Phrase: ExpressibleByStringInterpolation {
  indirect enum Piece {
    case text(String)
    case phrase(Phrase)
    case positional(String, PhraseArgument)
    case named(String, PhraseArgument)
  }

  var pieces: [Piece]
  /// What is worth trying in its place when a failing predicate is made smaller.
  var simpler: [Phrase] = []

  init(pieces: [Piece], simpler: [Phrase] = []) {
    self.pieces = pieces
    self.simpler = simpler
  }

  init(_ text: String) { pieces = [.text(text)] }

  init(stringLiteral text: String) { self.init(text) }

  init(stringInterpolation: Interpolation) { pieces = stringInterpolation.pieces }

  struct Interpolation: StringInterpolationProtocol {
    var pieces: [Piece] = []

    init(literalCapacity: Int, interpolationCount: Int) {}

    mutating func appendLiteral(_ text: String) { pieces.append(.text(text)) }

    mutating func appendInterpolation(_ text: String) { pieces.append(.text(text)) }

    mutating func appendInterpolation(_ phrase: Phrase) { pieces.append(.phrase(phrase)) }
  }

  /// Parts with a text between them.
  static func joined(_ parts: [Phrase], by separator: String) -> Phrase {
    var pieces: [Piece] = []
    for part in parts {
      if !pieces.isEmpty { pieces.append(.text(separator)) }
      pieces.append(.phrase(part))
    }
    return Phrase(pieces: pieces)
  }

  /// The same with simpler phrases for its place.
  func or(_ simpler: Phrase...) -> Phrase { Phrase(pieces: pieces, simpler: self.simpler + simpler) }

  var written: WrittenPredicate {
    var written = WrittenPredicate()
    write(into: &written)
    return written
  }

  private func write(into written: inout WrittenPredicate) {
    for piece in pieces {
      switch piece {
      case .text(let text): written.text += text
      case .phrase(let phrase): phrase.write(into: &written)
      case .positional(let spelling, let argument):
        written.text += spelling
        written.positional.append(argument)
      case .named(let name, let argument):
        written.text += "$" + name
        written.named[name] = argument
      }
    }
  }
}

// MARK: - Making it smaller

extension Phrase {
  /// Smaller phrases, the smallest first.
  private var candidates: [Phrase] {
    var candidates = simpler
    for (index, piece) in pieces.enumerated() {
      guard case .phrase(let part) = piece else { continue }
      for smaller in part.candidates {
        var changed = Phrase(pieces: pieces)
        changed.simpler = simpler
        changed.pieces[index] = .phrase(smaller)
        candidates.append(changed)
      }
    }
    return candidates
  }

  /// The smallest phrase found that still fails, by at most `tries` attempts.
  func shrunk(tries: Int = 600, whileFailing fails: (Phrase) -> Bool) -> Phrase {
    var (smallest, left) = (self, tries)
    search: while left > 0 {
      for candidate in smallest.candidates {
        left -= 1
        guard left > 0 else { break search }
        if fails(candidate) {
          smallest = candidate
          continue search
        }
      }
      break
    }
    return smallest
  }
}
