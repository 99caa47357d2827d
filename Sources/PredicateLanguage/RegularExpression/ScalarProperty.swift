import Spelling

/// A property of Unicode's, or a set of them that has a name.
struct ScalarProperty: Sendable {
  /// Whether a scalar has it.
  let holds: @Sendable (Unicode.Scalar) -> Bool

  private init(_ holds: @escaping @Sendable (Unicode.Scalar) -> Bool) {
    self.holds = holds
  }

  /// The property that `\p{…}` and `[:…:]` name, in long or short form; nil for one that is not here.
  ///
  /// As in Unicode Standard Annex 44, 5.9.3, the case of letters, blanks, `_` and `-` do not count.
  static func named(_ name: String) -> ScalarProperty? {
    let parts = name.split(separator: "=", omittingEmptySubsequences: false).map { loose(String($0)) }
    switch parts.count {
    case 1: return table[parts[0]]
    case 2 where parts[0] == "gc" || parts[0] == "generalcategory":
      return GeneralCategoryNames.table[parts[1]].map { categories in
        ScalarProperty { categories.contains($0.properties.generalCategory) }
      }
    default: return nil
    }
  }

  /// The name that was probably meant.
  static func nearest(_ name: String) -> String? {
    NearestName.of(loose(name), in: table.keys.sorted())
  }

  private static func loose(_ name: String) -> String {
    var result = ""
    for scalar in name.unicodeScalars where !["_", "-", " ", "\t"].contains(scalar) {
      result.unicodeScalars.append(scalar)
    }
    return result.lowercased()
  }

  /// `\d`, `\w` and their like, by their lower-case letter.
  static let escaped: [Unicode.Scalar: ScalarProperty] = [
    "d": ScalarProperty { isDigit($0) },
    "w": ScalarProperty { isWord($0) },
    "s": ScalarProperty { $0.properties.isWhitespace },
    "h": ScalarProperty { isBlank($0) },
    "v": ScalarProperty { LineBreak.isLineBreak($0.value) },
  ]

  private static let table: [String: ScalarProperty] = {
    var table: [String: ScalarProperty] = [:]
    for (name, categories) in GeneralCategoryNames.table {
      table[name] = ScalarProperty { categories.contains($0.properties.generalCategory) }
    }
    for (names, holds) in BinaryPropertyNames.table {
      for name in names { table[name] = ScalarProperty { holds($0.properties) } }
    }
    for (name, holds) in compatibility { table[name] = ScalarProperty(holds) }
    return table
  }()

  /// Names of POSIX, as Unicode Technical Standard 18, Annex C, has them, and three names for much.
  private static let compatibility: [String: @Sendable (Unicode.Scalar) -> Bool] = [
    "alpha": { $0.properties.isAlphabetic },
    "lower": { $0.properties.isLowercase },
    "upper": { $0.properties.isUppercase },
    "digit": { isDigit($0) },
    "alnum": { $0.properties.isAlphabetic || isDigit($0) },
    "xdigit": { isDigit($0) || $0.properties.isHexDigit },
    "space": { $0.properties.isWhitespace },
    "blank": { isBlank($0) },
    "cntrl": { $0.properties.generalCategory == .control },
    "graph": { isGraph($0) },
    "print": { (isGraph($0) || isBlank($0)) && $0.properties.generalCategory != .control },
    "word": { isWord($0) },
    "any": { _ in true },
    "ascii": { $0.isASCII },
    "assigned": { $0.properties.generalCategory != .unassigned },
  ]

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .decimalNumber
  }

  /// What `\w` stands for, and what `\b` takes for a part of a word.
  static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.properties.isAlphabetic { return true }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .connectorPunctuation: return true
    default: return scalar.value & ~1 == 0x200C
    }
  }

  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\t" || scalar.properties.generalCategory == .spaceSeparator
  }

  private static func isGraph(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .surrogate, .unassigned: false
    default: !scalar.properties.isWhitespace
    }
  }
}
