import Foundation
import PredicateLanguage
import Testing
import TestSupport

/// Predicates with a few bytes changed: none traps, and what is still one prints as text that means the same.
///
/// `OBJWIRE_MUTATIONS` says how many, in millions where it ends in M; ten million took 25 minutes in a debug build beside
/// other work: `OBJWIRE_MUTATIONS=10M swift test --filter MutatedTextTests`. `OBJWIRE_SEED` repeats a run.
@Suite struct MutatedTextTests {
  private static let texts = [
    "ANY items.price > 3 AND NONE tags.name ==[cd] 'x' OR ALL a.b BETWEEN {1, b + 2}",
    "SUBQUERY(SUBQUERY(a, $x, $x.b = 1).c, $x, $x.d IN {1, 2.5e3, nil}).@count > 0",
    "NOT (a & 1 | ~b ^ 2 << 3 >> c ** -2 * (d - 1) / 2 >= -x) AND !(b <> 0x1F)",
    "TERNARY(a == 1, max(1, 2, b), modulus:by:(a, 2)) < CAST(c, 'NSDate') - now()",
    "(a UNION {1} INTERSECT b MINUS c).@avg.d == items[FIRST].x + items[0][LAST][SIZE]",
    "name MATCHES[c] '(a|b)+\\\\d{2,}[^x-z]\\\\p{L}$' OR 'it\\'s \\u00e9' LIKE[n] \"*?\\\\*\"",
    "#like like 'x' and #\"due date\".%K = %@ and $x.in IN $y and SELF = %d",
    "a == TRUE || b != NO AND c == NULL && TRUEPREDICATE OR @sum.a.b = CAST(1.5, 'NSDecimalNumber')",
    "x = 'é\u{301}😀' AND y ==[l] CAST('inf', 'NSNumber') OR FUNCTION(a, 'b') = 1 OR a UTI-EQUALS 'b'",
  ].map { Array($0.utf8) }

  private static var count: Int {
    let environment = ProcessInfo.processInfo.environment
    guard let text = environment["OBJWIRE_MUTATIONS"] else {
      return environment["OBJWIRE_FULL"] == nil ? 5_000 : 100_000
    }
    return text.hasSuffix("M") ? (Int(text.dropLast()) ?? 1) * 1_000_000 : Int(text) ?? 5_000
  }

  @Test func `no change of a few bytes makes a text that traps`() {
    let seed =
      ProcessInfo.processInfo.environment["OBJWIRE_SEED"].flatMap { UInt64($0) }
      ?? .random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    var read = 0
    for _ in 0..<Self.count {
      var bytes = random.pick(Self.texts)
      for _ in 0...random.next() % 5 { mutate(&bytes, &random) }
      let text = String(decoding: bytes, as: UTF8.self)
      do throws(PredicateTextError) {
        let tree = try ParsedPredicate(parsing: text)
        read += 1
        let again = try? ParsedPredicate(parsing: tree.format)
        if again != tree { Issue.record("seed \(seed): \(text)") }
      } catch {
        let range = error.range ?? SourceRange(start: 0, end: 0)
        if range.start < 0 || range.end > text.utf8.count { Issue.record("seed \(seed): \(text)") }
      }
    }
    #expect(read > Self.count / 50, "seed \(seed): hardly any text is left a predicate")
  }

  private func mutate(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
    let place = Int(random.next() % UInt64(bytes.count + 1))
    let end = min(bytes.count, place + Int(random.next() % 8))
    switch random.next() % 6 {
    case 0: bytes.removeSubrange(place..<end)
    case 1: bytes.insert(UInt8(truncatingIfNeeded: random.next()), at: place)
    case 2: bytes.insert(random.pick(Array("(){}[]'\"\\%@$#.,:=<>!&|^~*-+ 09aeAN".utf8)), at: place)
    case 3: bytes.insert(contentsOf: bytes[place..<end], at: place)
    case 4 where place < bytes.count: bytes[place] ^= 1 << UInt8(random.next() % 8)
    default:
      let other = random.pick(Self.texts)
      let start = Int(random.next() % UInt64(other.count))
      bytes.replaceSubrange(place..<end, with: other[start..<min(other.count, start + 12)])
    }
    if bytes.isEmpty { bytes = [0x61] }
  }
}
