/// The properties that a scalar has or has not, by their names in Unicode's PropertyAliases, in the form that is
/// looked up: lower case, without `_`.
enum BinaryPropertyNames {
  /// Whether a scalar has a property.
  typealias Holds = @Sendable (Unicode.Scalar.Properties) -> Bool

  /// Every property of the standard library with its names.
  static let table: [(names: [String], holds: Holds)] = letters + signs + behaviour + emoji

  private static let letters: [(names: [String], holds: Holds)] = [
    (["alphabetic"], { $0.isAlphabetic }),
    (["lowercase"], { $0.isLowercase }),
    (["uppercase"], { $0.isUppercase }),
    (["cased"], { $0.isCased }),
    (["caseignorable", "ci"], { $0.isCaseIgnorable }),
    (["changeswhenlowercased", "cwl"], { $0.changesWhenLowercased }),
    (["changeswhenuppercased", "cwu"], { $0.changesWhenUppercased }),
    (["changeswhentitlecased", "cwt"], { $0.changesWhenTitlecased }),
    (["changeswhencasefolded", "cwcf"], { $0.changesWhenCaseFolded }),
    (["changeswhencasemapped", "cwcm"], { $0.changesWhenCaseMapped }),
    (["ideographic", "ideo"], { $0.isIdeographic }),
    (["unifiedideograph", "uideo"], { $0.isUnifiedIdeograph }),
    (["radical"], { $0.isRadical }),
    (["idsbinaryoperator", "idsb"], { $0.isIDSBinaryOperator }),
    (["idstrinaryoperator", "idst"], { $0.isIDSTrinaryOperator }),
    (["softdotted", "sd"], { $0.isSoftDotted }),
    (["idstart", "ids"], { $0.isIDStart }),
    (["idcontinue", "idc"], { $0.isIDContinue }),
    (["xidstart", "xids"], { $0.isXIDStart }),
    (["xidcontinue", "xidc"], { $0.isXIDContinue }),
  ]

  private static let signs: [(names: [String], holds: Holds)] = [
    (["whitespace", "wspace"], { $0.isWhitespace }),
    (["patternwhitespace", "patws"], { $0.isPatternWhitespace }),
    (["asciihexdigit", "ahex"], { $0.isASCIIHexDigit }),
    (["hexdigit", "hex"], { $0.isHexDigit }),
    (["dash"], { $0.isDash }),
    (["diacritic", "dia"], { $0.isDiacritic }),
    (["extender", "ext"], { $0.isExtender }),
    (["math"], { $0.isMath }),
    (["quotationmark", "qmark"], { $0.isQuotationMark }),
    (["sentenceterminal", "sterm"], { $0.isSentenceTerminal }),
    (["terminalpunctuation", "term"], { $0.isTerminalPunctuation }),
  ]

  private static let behaviour: [(names: [String], holds: Holds)] = [
    (["bidicontrol", "bidic"], { $0.isBidiControl }),
    (["bidimirrored", "bidim"], { $0.isBidiMirrored }),
    (["defaultignorablecodepoint", "di"], { $0.isDefaultIgnorableCodePoint }),
    (["deprecated", "dep"], { $0.isDeprecated }),
    (["fullcompositionexclusion", "compex"], { $0.isFullCompositionExclusion }),
    (["graphemebase", "grbase"], { $0.isGraphemeBase }),
    (["graphemeextend", "grext"], { $0.isGraphemeExtend }),
    (["joincontrol", "joinc"], { $0.isJoinControl }),
    (["logicalorderexception", "loe"], { $0.isLogicalOrderException }),
    (["noncharactercodepoint", "nchar"], { $0.isNoncharacterCodePoint }),
    (["variationselector", "vs"], { $0.isVariationSelector }),
  ]

  private static let emoji: [(names: [String], holds: Holds)] = [
    (["emoji"], { $0.isEmoji }),
    (["emojipresentation", "epres"], { $0.isEmojiPresentation }),
    (["emojimodifier", "emod"], { $0.isEmojiModifier }),
    (["emojimodifierbase", "ebase"], { $0.isEmojiModifierBase }),
  ]
}
