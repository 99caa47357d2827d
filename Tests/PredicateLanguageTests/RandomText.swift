import Foundation
import TestSupport

/// Random texts of letters and marks that are hard to compare, and texts that are nearly the same.
struct RandomText {
  private static let letters = Array("aAbeEsSiIıoO1 ßẞﬁﬀŉςσΣKÅÅéÉőǰΐᾳάйЁиеЖ".unicodeScalars)
  private static let others = Array("がか한가\u{1112}\u{1161}\u{11AB}כאก👍👩❤🇩\u{10400}\u{1E922}".unicodeScalars)
  private static let marks = Array(
    "\u{300}\u{301}\u{307}\u{308}\u{323}\u{327}\u{328}\u{30A}\u{345}\u{338}\u{20DD}\u{489}".unicodeScalars)
  private static let otherMarks = Array(
    "\u{5B4}\u{64B}\u{93C}\u{E34}\u{3099}\u{200D}\u{200C}\u{FE0F}\u{FE0E}\u{1F3FD}".unicodeScalars)

  var random: SeededGenerator

  /// Up to four letters with up to three marks each; now and then a mark at the start.
  mutating func text() -> String {
    var scalars = random.chance(12) ? [random.pick(Self.marks)] : []
    let hasOthers = random.chance(2)
    for _ in 0..<random.next() % 5 {
      scalars.append(random.pick(hasOthers && random.chance(3) ? Self.others : Self.letters))
      for _ in 0..<random.pick([0, 0, 0, 1, 1, 2, 3]) {
        scalars.append(random.pick(hasOthers && random.chance(4) ? Self.otherMarks : Self.marks))
      }
    }
    return FoundationText.text(scalars)
  }

  /// A text in another form, in another case, without marks, with two scalars changed over or without one.
  mutating func variant(of text: String) -> String {
    var scalars = Array(text.unicodeScalars)
    switch random.next() % 8 {
    case 0: return text.decomposedStringWithCanonicalMapping
    case 1: return text.precomposedStringWithCanonicalMapping
    case 2: return text.lowercased()
    case 3: return text.uppercased()
    case 4: return text.folding(options: .diacriticInsensitive, locale: nil)
    case 5 where scalars.count > 1:
      let index = Int(random.next() % UInt64(scalars.count - 1))
      scalars.swapAt(index, index + 1)
    case 6 where !scalars.isEmpty: scalars.remove(at: Int(random.next() % UInt64(scalars.count)))
    default: break
    }
    return FoundationText.text(scalars)
  }

  /// The start, a part and the end of a text, none of them empty.
  mutating func parts(of text: String) -> [String] {
    let scalars = Array(text.unicodeScalars)
    let start = Int(random.next() % UInt64(scalars.count + 1))
    let end = start + Int(random.next() % UInt64(scalars.count - start + 1))
    return [scalars[..<end], scalars[start..<end], scalars[start...]].filter { !$0.isEmpty }
      .map { FoundationText.text(Array($0)) }
  }
}
