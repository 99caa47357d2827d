/// Why bytes are not a JSON text, and where.
///
/// Source: RFC 8259. Where the RFC leaves a choice this reader takes the strict one: invalid UTF-8, lone
/// surrogates and byte order marks are refused. Numbers beyond the range of a double and duplicate keys are
/// kept.
package struct JSONError: Error, Hashable, Sendable {
  /// What is wrong.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The text ends inside a value.
    case unexpectedEnd
    /// A byte stands where the grammar does not allow it.
    case unexpectedByte
    /// The text begins with the UTF-8 byte order mark.
    case byteOrderMark
    /// The text is UTF-16 or UTF-32.
    case otherEncoding
    /// A byte below 0x20 stands unescaped in a string.
    case controlCharacter
    /// Bytes of a string are not UTF-8 (also overlong forms and encoded surrogates).
    case invalidUTF8
    /// A backslash is followed by something that is no escape.
    case invalidEscape
    /// A `\u` escape is half of a surrogate pair.
    case loneSurrogate
    /// A number does not follow the grammar (`01`, `1.`, `+1`, `.5`, `1e`).
    case invalidNumber
    /// A comma stands before a closing bracket.
    case trailingComma
    /// An object names a member twice.
    ///
    /// The grammar allows that, so scanner and tree read it; for readers that give members a meaning.
    case duplicateKey
    /// Arrays and objects are nested deeper than `JSONScanner.maximumDepth`.
    case tooDeep
    /// Something follows the value.
    case trailingContent
  }

  /// What is wrong.
  package var kind: Kind

  /// 0-based offset of the offending byte; for a duplicate key, of the opening quote of its second use.
  package var offset: Int

  package init(_ kind: Kind, at offset: Int) {
    self.kind = kind
    self.offset = offset
  }
}

extension JSONError: CustomStringConvertible {
  /// The reason and the place, for people.
  package var description: String { "\(reason) at byte \(offset)" }

  /// A sentence fragment for people, without the place.
  package var reason: String {
    switch kind {
    case .unexpectedEnd: "the text ends too early"
    case .unexpectedByte: "unexpected character"
    case .byteOrderMark: "byte order mark"
    case .otherEncoding: "the text has NUL bytes or a byte order mark, as UTF-16 and UTF-32 have"
    case .controlCharacter: "unescaped control character in a string"
    case .invalidUTF8: "invalid UTF-8"
    case .invalidEscape: "invalid escape in a string"
    case .loneSurrogate: "half of a surrogate pair in a string"
    case .invalidNumber: "invalid number"
    case .trailingComma: "comma before a closing bracket"
    case .duplicateKey: "duplicate key"
    case .tooDeep: "nested deeper than \(JSONScanner.maximumDepth)"
    case .trailingContent: "something follows the value"
    }
  }
}
