import Foundation
import PredicateLanguage

/// A text operator that Foundation has too.
enum TextOperator: String, CaseIterable, Sendable {
  case equal = "=="
  case less = "<"
  case contains = "CONTAINS"
  case beginsWith = "BEGINSWITH"
  case endsWith = "ENDSWITH"

  /// The engine's answer.
  func holds(_ text: String, _ other: String, _ options: StringOptions) -> Bool {
    let needle = FoldedNeedle(other, options: options)
    return switch self {
    case .equal: needle.isEqual(to: text.utf8Span.span)
    case .less: StringComparison.compare(text, other, options: options) < 0
    case .contains: needle.isContained(in: text.utf8Span.span)
    case .beginsWith: needle.isPrefix(of: text.utf8Span.span)
    case .endsWith: needle.isSuffix(of: text.utf8Span.span)
    }
  }
}

/// What Foundation says about two texts, and whether it says the opposite as well.
///
/// Its `compare`, `range(of:)` and `folding` do not always agree, nor does one of them with itself where two
/// texts are canonically equivalent. Such an answer is no measure: there the engine follows Unicode (canonical
/// caseless matching, D145), and `contradiction` names the reason.
struct FoundationText {
  let options: StringOptions
  /// Without options texts are compared as they are.
  private var compareOptions: String.CompareOptions {
    guard !options.folding.isEmpty else { return .literal }
    var result: String.CompareOptions = []
    if options.contains(.caseInsensitive) { result.insert(.caseInsensitive) }
    if options.contains(.diacriticInsensitive) { result.insert(.diacriticInsensitive) }
    return result
  }
  private var strips: Bool { options.contains(.diacriticInsensitive) }

  func holds(_ operation: TextOperator, _ text: String, _ other: String) -> Bool {
    let options = compareOptions
    return switch operation {
    case .equal: text.compare(other, options: options) == .orderedSame
    case .less: text.compare(other, options: options) == .orderedAscending
    case .contains: text.range(of: other, options: options) != nil
    case .beginsWith: text.range(of: other, options: options.union(.anchored)) != nil
    case .endsWith: text.range(of: other, options: options.union([.anchored, .backwards])) != nil
    }
  }

  /// Why an answer of Foundation is no measure; nil if it is one.
  func contradiction(_ operation: TextOperator, _ text: String, _ other: String) -> String? {
    // Its order without options is that of UTF-16; here it is that of scalars, as SQLite's index has it.
    if options.folding.isEmpty { return operation == .less ? "order of UTF-16" : nil }
    let answer = holds(operation, text, other)
    for form in Self.forms(text) {
      for otherForm in Self.forms(other) where holds(operation, form, otherForm) != answer {
        return "canonical equivalents differ"
      }
    }
    if let reason = rule(text, other) { return reason }
    return operation == .equal || operation == .less
      ? contradictsItself(operation, text, other, answer) : contradictsParts(operation, text, other, answer)
  }

  /// Rules that Foundation does not have, each with its reason.
  private func rule(_ text: String, _ other: String) -> String? {
    let scalars = (Self.decomposed(text), Self.decomposed(other))
    // `compare` strips a mark at the start if nothing else follows, `folding` never; and a lone mark is found in
    // "e" U+0301, but not in "é".
    if strips, scalars.0.first.map(Self.isMark) == true || scalars.1.first.map(Self.isMark) == true {
      return "a mark that no letter stands before"
    }
    // [d] strips it and [c] makes it a letter; Foundation does both in one search.
    if options.folding.rawValue == 3, scalars.0.contains("\u{345}") || scalars.1.contains("\u{345}") {
      return "iota below"
    }
    // か U+3099 U+20DD: Foundation strips U+3099 although it does not strip it from が U+20DD.
    if strips, Self.hasMarksBesideVoicing(scalars.0) || Self.hasMarksBesideVoicing(scalars.1) {
      return "a voiced kana with further marks"
    }
    if options.contains(.caseInsensitive), Self.hasHighCase(scalars.0) || Self.hasHighCase(scalars.1) {
      return "case outside the BMP"
    }
    // It reads only one of two scalars outside the BMP that follow each other.
    if strips, Self.hasModifierBesidePicture(scalars.0) || Self.hasModifierBesidePicture(scalars.1) {
      return "a modifier beside another emoji"
    }
    if Self.hasLoneJamo(text) || Self.hasLoneJamo(other) { return "Korean letters outside syllables" }
    return nil
  }

  private func contradictsItself(
    _ operation: TextOperator, _ text: String, _ other: String, _ answer: Bool
  ) -> String? {
    let order = text.compare(other, options: compareOptions)
    if order.rawValue != -other.compare(text, options: compareOptions).rawValue { return "not symmetric" }
    if strips, holds(operation, stripped(text), stripped(other)) != answer { return "folding [d] differs" }
    if options.contains(.caseInsensitive) {
      let folded = (folded(text), folded(other))
      let order = folded.0.compare(folded.1, options: .literal)
      if (order == (operation == .equal ? .orderedSame : .orderedAscending)) != answer {
        return "folding differs"
      }
    }
    return nil
  }

  private func contradictsParts(
    _ operation: TextOperator, _ text: String, _ other: String, _ answer: Bool
  ) -> String? {
    if strips, holds(operation, stripped(text), stripped(other)) != answer { return "folding [d] differs" }
    let parts = parts(operation, Self.decomposed(text))
    let isEqual = parts.map { part in
      Self.forms(part).contains { form in Self.forms(other).contains { holds(.equal, form, $0) } }
    }
    if isEqual.contains(true) != answer { return "no part is equal, or one is" }
    let isDoubtful = zip(parts, isEqual).contains { part, isEqual in
      contradictsItself(.equal, part, other, isEqual) != nil
    }
    return isDoubtful ? "a part is equal, or is not, according to folding" : nil
  }

  /// The parts of a text that end where a character ends.
  private func parts(_ operation: TextOperator, _ scalars: [Unicode.Scalar]) -> [String] {
    let starts = operation == .beginsWith ? 0...0 : 0...scalars.count
    return starts.flatMap { start in
      (operation == .endsWith ? scalars.count...scalars.count : start...scalars.count)
        .filter { $0 == scalars.count || !Self.isMark(scalars[$0]) }
        .map { Self.text(Array(scalars[start..<$0])) }
    }
  }

  private func stripped(_ text: String) -> String {
    text.folding(options: .diacriticInsensitive, locale: nil)
  }

  private func folded(_ text: String) -> String {
    text.decomposedStringWithCanonicalMapping.folding(options: compareOptions, locale: nil)
      .decomposedStringWithCanonicalMapping
  }

  // MARK: Texts

  /// A text as it is, decomposed and composed.
  static func forms(_ text: String) -> [String] {
    let decomposed = text.decomposedStringWithCanonicalMapping
    return [text, decomposed, decomposed.precomposedStringWithCanonicalMapping]
  }

  static func decomposed(_ text: String) -> [Unicode.Scalar] {
    Array(text.decomposedStringWithCanonicalMapping.unicodeScalars)
  }

  static func text(_ scalars: [Unicode.Scalar]) -> String {
    var text = ""
    text.unicodeScalars.append(contentsOf: scalars)
    return text
  }

  /// What belongs to the character before it.
  static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isGraphemeExtend || scalar.properties.isEmojiModifier
  }

  private static func hasMarksBesideVoicing(_ scalars: [Unicode.Scalar]) -> Bool {
    scalars.split { !isMark($0) }.contains { run in
      run.count > 1 && run.contains { $0.value == 0x3099 || $0.value == 0x309A }
    }
  }

  private static func hasHighCase(_ scalars: [Unicode.Scalar]) -> Bool {
    scalars.contains { $0.value > 0xFFFF && $0.properties.isCased }
  }

  private static func hasModifierBesidePicture(_ scalars: [Unicode.Scalar]) -> Bool {
    zip(scalars, scalars.dropFirst()).contains { first, second in
      first.properties.isEmojiModifier && second.value > 0xFFFF
    }
  }

  private static func hasLoneJamo(_ text: String) -> Bool {
    forms(text)[2].unicodeScalars.contains { 0x1100...0x11FF ~= $0.value }
  }
}
