import JSON

/// A place in the bytes of an XML file, and what can be read at it.
struct XMLCursor {
  /// Offset of the next byte.
  var position = 0
  private let bytes: [UInt8]
  /// Where line counting stands: lines before `counted`, and the offset at which the last of them begins.
  private var counted = 0
  private var lineNumber = 1

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    if ByteOrderMark.begins(bytes) { position = ByteOrderMark.bytes.count }
  }

  /// Whether every byte was read.
  var isAtEnd: Bool { position >= bytes.count }

  /// The next byte; 0, which is in no file, at the end.
  var byte: UInt8 { isAtEnd ? 0 : bytes[position] }

  /// Whether the next bytes are these.
  func starts(with text: String) -> Bool {
    bytes[min(position, bytes.count)...].starts(with: text.utf8)
  }

  /// Moves over the text if it is what follows.
  mutating func skip(_ text: String) -> Bool {
    guard starts(with: text) else { return false }
    position += text.utf8.count
    return true
  }

  /// Moves over white space; false if there is none.
  @discardableResult
  mutating func skipSpace() -> Bool {
    let start = position
    while !isAtEnd, Self.isSpace(bytes[position]) { position += 1 }
    return position > start
  }

  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D }

  /// Letters, `_`, `:` and everything beyond ASCII.
  static func isNameStart(_ byte: UInt8) -> Bool {
    (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A || byte == 0x5F || byte == 0x3A || byte >= 0x80
  }

  private static func isName(_ byte: UInt8) -> Bool {
    isNameStart(byte) || (0x30...0x39).contains(byte) || byte == 0x2D || byte == 0x2E
  }

  /// Reads the name of an element or attribute.
  mutating func readName() throws(XMLError) -> String {
    let start = position
    guard Self.isNameStart(byte) else { throw error(isAtEnd ? .unexpectedEnd : .expectedName) }
    while !isAtEnd, Self.isName(bytes[position]) { position += 1 }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }
}

// MARK: - Text

extension XMLCursor {
  /// Reads up to a byte, which stays unread, with references resolved and line ends as line feeds.
  ///
  /// - Parameter isValue: an attribute's, in which white space becomes spaces and `<` is refused (XML 1.0, 3.3.3).
  mutating func readContent(until end: UInt8, isValue: Bool) throws(XMLError) -> String {
    let start = position
    while !isAtEnd, Self.isPlain(bytes[position]), bytes[position] != end { position += 1 }
    var content = Array(bytes[start..<position])
    while !isAtEnd, bytes[position] != end {
      let byte = bytes[position]
      switch byte {
      case UInt8(ascii: "&"): try content.append(contentsOf: readReference().utf8)
      case UInt8(ascii: "<"): throw error(.lessThanInValue)
      case 0x0D:
        content.append(isValue ? 0x20 : 0x0A)
        position += starts(with: "\r\n") ? 2 : 1
      case 0x09 where isValue, 0x0A where isValue:
        content.append(0x20)
        position += 1
      default:
        content.append(byte)
        position += 1
      }
    }
    if isAtEnd { throw error(.unexpectedEnd) }
    return String(decoding: content, as: UTF8.self)
  }

  /// Whether a byte of text always stands for itself.
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte != UInt8(ascii: "&") && byte != UInt8(ascii: "<")
  }

  private static let entities: [(reference: String, text: String)] = [
    ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&"), ("&quot;", "\""), ("&apos;", "'"),
  ]

  private mutating func readReference() throws(XMLError) -> String {
    for (reference, text) in Self.entities where skip(reference) { return text }
    let start = position
    guard skip("&#") else { throw error(.entity) }
    let radix: UInt32 = skip("x") ? 16 : 10
    guard let scalar = readScalar(radix), Self.isAllowed(scalar) else {
      throw error(.badReference, at: start)
    }
    return String(Character(scalar))
  }

  /// The digits of a character reference and its semicolon.
  private mutating func readScalar(_ radix: UInt32) -> Unicode.Scalar? {
    var value: UInt32 = 0
    let start = position
    while let digit = Character(Unicode.Scalar(byte)).hexDigitValue, digit < radix {
      value = value * radix + UInt32(digit)
      guard value <= 0x10_FFFF else { return nil }
      position += 1
    }
    return position > start && skip(";") ? Unicode.Scalar(value) : nil
  }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x20
      ? scalar.value & 0xFFFE != 0xFFFE || scalar.value > 0xFFFF : isSpace(UInt8(scalar.value))
  }
}

// MARK: - Places

extension XMLCursor {
  /// Refuses a file that is too large, is not UTF-8 or holds characters that XML does not allow.
  func checkCharacters() throws(XMLError) {
    if bytes.count > ModelFileLimit.bytes { throw XMLError(kind: .tooLarge, line: 1, column: 1) }
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: bytes.span)
    } catch {
      throw self.error(.notUTF8, at: error.byteOffsets.lowerBound)
    }
    var offset = 0
    while offset < bytes.count {
      let byte = bytes[offset]
      // U+FFFE and U+FFFF are EF BF BE and EF BF BF.
      let isNonCharacter = byte == 0xEF && bytes[offset + 1] == 0xBF && bytes[offset + 2] >= 0xBE
      if isNonCharacter || (byte < 0x20 && !Self.isSpace(byte)) { throw error(.badCharacter, at: offset) }
      offset += 1
    }
  }

  /// The line of the next byte; positions asked for one after the other must not go back.
  ///
  /// - Complexity: O(bytes since the last call).
  mutating func line() -> Int {
    lineNumber += Self.lineEnds(in: bytes[counted..<position])
    counted = position
    return lineNumber
  }

  /// Line feeds count; a carriage return alone ends no line, as editors have it.
  private static func lineEnds(in bytes: ArraySlice<UInt8>) -> Int {
    var count = 0
    for byte in bytes where byte == 0x0A { count += 1 }
    return count
  }

  /// An error at an offset, by default here.
  func error(_ kind: XMLError.Kind, at offset: Int? = nil) -> XMLError {
    let before = bytes[..<min(offset ?? position, bytes.count)]
    let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    // Continuation bytes begin no scalar.
    let column = before[lineStart...].reduce(1) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
    return XMLError(kind: kind, line: 1 + Self.lineEnds(in: before), column: column)
  }
}
