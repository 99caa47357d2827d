import Foundation
import PredicateLanguage
import Testing
import TestSupport

/// Folding against Foundation's own, scalar by scalar.
///
/// Foundation's `folding` does not normalise, ours does, so both results are compared in canonical form. What
/// differs on purpose is listed in each test; scalars that may be newer than Foundation's tables are no measure.
@Suite struct FoldingOracleTests {
  private static let newestVersion = 15

  private static let scalars = (UInt32(0)..<0x30000).compactMap(Unicode.Scalar.init).filter { scalar in
    scalar.properties.age.map { $0.major <= newestVersion } ?? false
  }

  private func canonical(_ text: String) -> [Unicode.Scalar] {
    Array(text.decomposedStringWithCanonicalMapping.unicodeScalars)
  }

  private func differences(_ ours: StringOptions, _ theirs: String.CompareOptions) -> [UInt32] {
    Self.scalars.filter { scalar in
      let text = String(scalar)
      let folded = StringComparison.folded(text, options: ours)
      let expected = text.folding(options: theirs, locale: nil)
      return !folded.utf8.elementsEqual(expected.utf8) && canonical(folded) != canonical(expected)
    }.map(\.value)
  }

  /// Scalars that CaseFolding.txt folds otherwise than Foundation.
  ///
  /// Both forms of a Cherokee letter fold to the upper-case one in CaseFolding.txt, to the lower-case one in
  /// Foundation. U+1C80…1C88, old forms of Cyrillic letters, fold to these letters in CaseFolding.txt.
  private static let otherCaseFolding = Set(UInt32(0x13A0)...0x13FD).union(0xAB70...0xABBF).union(
    0x1C80...0x1C88)

  /// Whether Foundation leaves a letter composed.
  ///
  /// It leaves letters outside Latin, Greek and Cyrillic composed, though it strips the same mark when it
  /// stands behind the same base: "↚" stays, "←" U+0338 does not. Here the two are equal.
  private func isComposedElsewhere(_ value: UInt32) -> Bool {
    let parts = Unicode.Scalar(value).map { canonical(String($0)) } ?? []
    return parts.count > 1 && parts[0].value >= 0x510 && parts[1].value < 0x510
  }

  @Test func `c folds every scalar as Foundation does`() {
    let differences = differences(.caseInsensitive, .caseInsensitive)
    #expect(differences.filter { !Self.otherCaseFolding.contains($0) } == [])
  }

  @Test func `d strips every scalar as Foundation does`() {
    let differences = differences(.diacriticInsensitive, .diacriticInsensitive)
    #expect(differences.filter { !isComposedElsewhere($0) } == [])
  }

  @Test func `cd folds every scalar as Foundation does`() {
    let differences = differences(
      [.caseInsensitive, .diacriticInsensitive], [.caseInsensitive, .diacriticInsensitive])
    #expect(differences.filter { !Self.otherCaseFolding.contains($0) && !isComposedElsewhere($0) } == [])
  }

  @Test func `equivalent strings of marks fold to the same bytes`() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    let marks = Self.scalars.filter { $0.properties.canonicalCombiningClass != .notReordered }
    let letters = Array("aEßİωЖが한क".unicodeScalars)
    for _ in 0..<3_000 {
      var text = String(random.pick(letters))
      for _ in 0..<1 + random.next() % 4 { text.unicodeScalars.append(random.pick(marks)) }
      for raw in UInt8(1)..<4 {
        let options = StringOptions(rawValue: raw)
        let forms = [
          text, text.precomposedStringWithCanonicalMapping, text.decomposedStringWithCanonicalMapping,
        ]
        let folded = Set(forms.map { Array(StringComparison.folded($0, options: options).utf8) })
        #expect(folded.count == 1, "seed \(seed): \(text.unicodeScalars.map(\.value))")
      }
    }
  }
}
