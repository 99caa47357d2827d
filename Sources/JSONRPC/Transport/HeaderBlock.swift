/// The lines before one message.
package struct HeaderBlock {
  /// Bytes of a block at most, its line ends counted: 8 KiB.
  package static let maximumLength = 8 << 10

  /// What the block says about the message.
  enum Announcement: Equatable {
    case length(Int)
    /// The message of so many bytes cannot be read; nil if nobody knows how many.
    case fault(FramingFault, length: Int?)
  }

  private var length: String?
  /// A length that may be the rest of a message; one that follows counts instead.
  private var doubtfulLength: String?
  private var fault: FramingFault?
  /// Whether a line was taken.
  private(set) var isEmpty = true
  /// Bytes of the lines taken.
  private(set) var count = 0

  /// Takes a line without its line feed; false if it is no header.
  mutating func take(_ line: ArraySlice<UInt8>) -> Bool {
    guard let header = HeaderLine(line) else { return false }
    isEmpty = false
    count += line.count + 1
    let value = String(decoding: header.value, as: UTF8.self)
    switch HeaderField(named: header.name) {
    case .contentLength where header.isDoubtful: doubtfulLength = value
    case _ where header.isDoubtful: break
    case .contentLength where length != nil: fault = .lengthRepeated
    case .contentLength: length = value
    case .contentType: if let other = Self.otherCharset(value) { fault = fault ?? .charset(other) }
    case nil: break
    }
    return true
  }

  /// What all lines say together, after the blank one.
  var announcement: Announcement {
    guard let length = length ?? doubtfulLength else { return .fault(.lengthMissing, length: nil) }
    guard !length.isEmpty, length.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return .fault(.lengthInvalid(String(length.prefix(Self.shownLength))), length: nil)
    }
    // More digits than fit are more bytes than anybody sends.
    let count = Int(length) ?? .max
    switch fault {
    case nil: return .length(count)
    case .lengthRepeated?: return .fault(.lengthRepeated, length: nil)
    case let fault?: return .fault(fault, length: count)
    }
  }

  /// Characters of a wrong length that the error shows.
  private static let shownLength = 40

  /// The charset that a content type names, unless that is UTF-8.
  private static func otherCharset(_ type: String) -> String? {
    for parameter in type.split(separator: ";").dropFirst() {
      let parts = parameter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, trimmed(parts[0]).lowercased() == "charset" else { continue }
      let charset = trimmed(parts[1])
      // Source: LSP 3.17: "utf8" is accepted for backwards compatibility.
      if !["utf-8", "utf8"].contains(charset.lowercased()) { return charset }
    }
    return nil
  }

  private static func trimmed(_ text: Substring) -> String {
    var text = text
    while let first = text.first, first == " " || first == "\t" || first == "\"" { text.removeFirst() }
    while let last = text.last, last == " " || last == "\t" || last == "\"" { text.removeLast() }
    return String(text)
  }
}
