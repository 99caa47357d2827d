import Foundation
import PredicateLanguage
import Testing
import TestSupport

/// Folding and comparing of every Unicode scalar against Foundation's.
///
/// What differs on purpose is listed here, with the reason. `OBJWIRE_FULL=1` takes every scalar; the short form
/// leaves out most of those that nothing happens to.
@Suite struct FoldingOracleTests {
  private static let isFull = ProcessInfo.processInfo.environment["OBJWIRE_FULL"] != nil

  /// Foundation's tables are of Unicode 15, the engine's of Unicode 17.
  private static let newestVersion = 15

  private static let scalars = (UInt32(0)...0x10FFFF).compactMap(Unicode.Scalar.init).filter { scalar in
    isFull || isSpecial(scalar) || scalar.value % 389 == 0
  }

  private static let knownScalars = scalars.filter(isKnown)

  private static func isKnown(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.age.map { $0.major <= newestVersion } ?? true
  }

  /// Has case, belongs to the letter before it, or is composed.
  private static func isSpecial(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    return properties.isGraphemeExtend || properties.isEmojiModifier || properties.isCased
      || properties.canonicalCombiningClass != .notReordered || properties.changesWhenNFKCCaseFolded
      || FoundationText.decomposed(String(scalar)) != [scalar] && !(0xAC00...0xD7A3 ~= scalar.value)
  }

  // MARK: Exceptions

  /// Both forms of a Cherokee letter fold to the upper-case one in CaseFolding.txt, to the lower-case one in
  /// Foundation's `folding`; its `compare` agrees with both.
  private static let cherokee = Set(UInt32(0x13A0)...0x13FD).union(0xAB70...0xABBF)
  /// Old forms of Cyrillic letters, which fold to these letters in CaseFolding.txt, to themselves in Foundation.
  private static let oldCyrillic = Set(UInt32(0x1C80)...0x1C88)

  /// Whether the case of a letter is above what Foundation's `compare` knows.
  ///
  /// It takes nothing apart and folds nothing outside the BMP, and keeps iota below a letter from being one behind
  /// it, against its own `folding`: ᾳ is αι.
  private func isBeyondFoundation(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value > 0xFFFF || Self.oldCyrillic.contains(scalar.value)
      || FoundationText.decomposed(String(scalar)).contains("\u{345}")
  }

  /// Whether Foundation's `folding` leaves a letter composed.
  ///
  /// It leaves letters outside Latin, Greek and Cyrillic composed, though `compare` strips the same mark where it
  /// stands behind the same base: "↚" stays, "←" U+0338 does not. Here the two are equal, as equivalents have to be.
  private func isComposedElsewhere(_ scalar: Unicode.Scalar) -> Bool {
    let parts = FoundationText.decomposed(String(scalar))
    return parts.count > 1 && parts[0].value >= 0x510
  }

  /// Marks to Unicode 16 that were spacing letters before, and the other way about.
  private func isMarkSinceUnicode16(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value == 0x1171E
      || scalar.properties.isGraphemeExtend
        && [.spacingMark, .nonspacingMark].contains(scalar.properties.generalCategory)
        && !Self.foundationMarks.contains(scalar)
  }

  private static let foundationMarks: Set<Unicode.Scalar> = Set(
    scalars.filter { "a\($0)x".range(of: "a", options: [.caseInsensitive, .anchored]) == nil })

  // MARK: Folding

  private func foldingDifferences(_ ours: StringOptions, _ theirs: String.CompareOptions) -> [Unicode.Scalar]
  {
    Self.knownScalars.filter { scalar in
      let text = String(scalar)
      let folded = StringComparison.folded(text, options: ours)
      let expected = text.folding(options: theirs, locale: nil)
      return !folded.utf8.elementsEqual(expected.utf8)
        && FoundationText.decomposed(folded) != FoundationText.decomposed(expected)
    }
  }

  @Test func `c folds every scalar as Foundation does`() {
    let differences = foldingDifferences(.caseInsensitive, .caseInsensitive)
    #expect(
      differences.filter { !Self.cherokee.contains($0.value) && !Self.oldCyrillic.contains($0.value) } == [])
  }

  @Test func `d strips every scalar as Foundation does`() {
    let differences = foldingDifferences(.diacriticInsensitive, .diacriticInsensitive)
    #expect(differences.filter { !isComposedElsewhere($0) } == [])
  }

  @Test func `cd folds every scalar as Foundation does`() {
    let differences = foldingDifferences(
      [.caseInsensitive, .diacriticInsensitive], [.caseInsensitive, .diacriticInsensitive])
    #expect(
      differences.filter {
        !Self.cherokee.contains($0.value) && !Self.oldCyrillic.contains($0.value) && !isComposedElsewhere($0)
      } == [])
  }

  // MARK: Comparing

  /// A scalar folded, in its other cases, decomposed and composed, as far as Foundation knows these.
  private func variants(_ scalar: Unicode.Scalar, _ options: String.CompareOptions) -> Set<[Unicode.Scalar]> {
    let text = String(scalar)
    let properties = scalar.properties
    let variants = [
      text.folding(options: options, locale: nil), properties.lowercaseMapping, properties.uppercaseMapping,
      properties.titlecaseMapping, text.decomposedStringWithCanonicalMapping,
      text.precomposedStringWithCanonicalMapping,
    ]
    return Set(variants.map { Array($0.unicodeScalars) }.filter { $0.allSatisfy(Self.isKnown) })
      .subtracting([[scalar]])
  }

  /// Foundation never says equal where the engine does not.
  @Test(arguments: [1, 2, 3] as [UInt8])
  func `every scalar is equal to those of its variants that Foundation says`(raw: UInt8) {
    let options = StringOptions(rawValue: raw)
    let foundation = FoundationText(options: options)
    var theirs: String.CompareOptions = []
    if options.contains(.caseInsensitive) { theirs.insert(.caseInsensitive) }
    if options.contains(.diacriticInsensitive) { theirs.insert(.diacriticInsensitive) }
    for scalar in Self.knownScalars {
      for variant in variants(scalar, theirs) {
        let (text, other) = (String(scalar), FoundationText.text(variant))
        for (left, right) in [(text, other), ("x\(text)y", "x\(other)y")] {
          let isEqual = TextOperator.equal.holds(left, right, options)
          let isExpected = foundation.holds(.equal, left, right)
          #expect(
            isEqual == isExpected
              || isEqual && (isBeyondFoundation(scalar) || isComposedElsewhere(scalar)),
            "[\(options.letters)] \(scalar.value): \(variant)")
        }
      }
    }
  }

  @Test func `d strips every mark behind any letter, except where both are another letter`() {
    let foundation = FoundationText(options: .diacriticInsensitive)
    for scalar in Self.knownScalars where !isMarkSinceUnicode16(scalar) {
      for base in FoundationText.isMark(scalar) ? ["a", "ф", "א", "か", "한", "क", "👍"] : ["a", "か"] {
        let (text, other) = ("\(base)\(scalar)x", "\(base)x")
        // か U+3099 is が, which Foundation takes for か only while it is in two.
        let composed = "\(base)\(scalar)".precomposedStringWithCanonicalMapping.unicodeScalars
        if composed.count == 1, scalar.value >= 0x510 { continue }
        #expect(
          TextOperator.equal.holds(text, other, .diacriticInsensitive)
            == foundation.holds(.equal, text, other),
          "\(base) \(scalar.value)")
      }
    }
  }

  @Test func `an occurrence ends where Foundation says, before every scalar`() {
    for options in [.caseInsensitive, .diacriticInsensitive] as [StringOptions] {
      let foundation = FoundationText(options: options)
      for scalar in Self.knownScalars where !isMarkSinceUnicode16(scalar) {
        let text = "xa\(scalar)"
        for operation in [TextOperator.contains, .beginsWith] {
          #expect(
            operation.holds(text, "xa", options) == foundation.holds(operation, text, "xa"),
            "[\(options.letters)] \(scalar.value)")
        }
      }
    }
  }

  @Test func `equivalent strings of marks fold to the same bytes`() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    let marks = Self.knownScalars.filter { $0.properties.canonicalCombiningClass != .notReordered }
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
