import Foundation
import PredicateLanguage
import Testing
import TestSupport

@Suite struct TextCaseTests {
  private static let scalars = (UInt32(0)...0x10FFFF).compactMap(Unicode.Scalar.init).filter { scalar in
    isFull || scalar.value % 997 == 0 || scalar.properties.isCased
  }

  private static let isFull = ProcessInfo.processInfo.environment["OBJWIRE_FULL"] != nil

  @Test func `examples`() {
    #expect(TextCase.uppercase("straße ﬁ ŉ İıi") == "STRASSE FI ʼN İII")
    #expect(TextCase.lowercase("ÉCOLE ΣΊΣΥΦΟΣ İ") == "école σίσυφοσ i\u{307}")
    #expect(TextCase.canonical("Éß Ångström ЁЛКА") == "ess angstrom елка")
    #expect(TextCase.length("é👍\u{301}") == 4)
    for text in ["", "a", "A b", "\u{0}"] {
      #expect(TextCase.uppercase(text).utf8.elementsEqual(text.uppercased().utf8))
      #expect(TextCase.length(text) == text.utf8.count)
    }
  }

  /// Scalars whose case has changed since Foundation's tables.
  private func isNew(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    return [properties.uppercaseMapping, properties.lowercaseMapping, String(scalar)]
      .contains { $0.unicodeScalars.contains { ($0.properties.age?.major ?? 0) > 15 } }
  }

  @Test func `upper and lower case are Foundation's, for every scalar`() {
    for scalar in Self.scalars where !isNew(scalar) {
      let text = "x\(scalar)y"
      let foundation = NSString(string: text)
      #expect(
        TextCase.uppercase(text).utf8.elementsEqual(foundation.uppercased.utf8), "uppercase \(scalar.value)")
      #expect(
        TextCase.lowercase(text).utf8.elementsEqual(foundation.lowercased.utf8), "lowercase \(scalar.value)")
    }
  }

  @Test func `length is NSString's, for every scalar`() {
    for scalar in Self.scalars {
      #expect(TextCase.length("x\(scalar)") == NSString(string: "x\(scalar)").length)
    }
  }

  @Test func `canonical is what texts have in common that are equal under cd, and composed`() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var source = RandomText(random: SeededGenerator(seed: seed))
    let options: StringOptions = [.caseInsensitive, .diacriticInsensitive]
    for _ in 0..<500 {
      let text = source.text()
      let other = source.variant(of: text)
      let (form, otherForm) = (TextCase.canonical(text), TextCase.canonical(other))
      #expect(
        form.utf8.elementsEqual(otherForm.utf8) == TextOperator.equal.holds(text, other, options),
        "seed \(seed)")
      #expect(TextCase.canonical(form).utf8.elementsEqual(form.utf8), "seed \(seed)")
      #expect(TextOperator.equal.holds(text, form, options), "seed \(seed)")
    }
    for scalar in Self.scalars {
      let text = String(scalar)
      let form = TextCase.canonical(text)
      #expect(TextOperator.equal.holds(text, form, options), "\(scalar.value)")
      let composed = form.decomposedStringWithCanonicalMapping.precomposedStringWithCanonicalMapping
      #expect(form.utf8.elementsEqual(composed.utf8) || isNew(scalar), "\(scalar.value)")
    }
  }
}
