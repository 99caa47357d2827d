import Foundation
import Testing

/// Messages with `Content-Length` before them.
enum HeaderFramed {
  static func message(_ text: String) -> String { "Content-Length: \(text.utf8.count)\r\n\r\n\(text)" }

  /// The messages of a stream that holds nothing else; exactly one header each, as a strict client wants it.
  static func messages(in stream: String) throws -> [String] {
    var rest = Array(stream.utf8)[...]
    var messages: [String] = []
    while !rest.isEmpty {
      let name = Array("Content-Length: ".utf8)
      try #require(rest.starts(with: name), "\(String(decoding: rest, as: UTF8.self))")
      let digits = rest.dropFirst(name.count).prefix { (0x30...0x39).contains($0) }
      let length = try #require(Int(String(decoding: digits, as: UTF8.self)))
      rest = rest[digits.endIndex...]
      try #require(rest.starts(with: Array("\r\n\r\n".utf8)))
      let message = rest.dropFirst(4).prefix(length)
      try #require(message.count == length)
      messages.append(String(decoding: message, as: UTF8.self))
      rest = rest[message.endIndex...]
    }
    return messages
  }

  /// Gives a method another name; announced lengths stay as right or wrong as they were.
  static func rename(_ method: String, to name: String, in stream: String) -> String {
    let (old, new) = (#""method":"\#(method)""#, #""method":"\#(name)""#)
    var parts: [String] = []
    var rest = stream[...]
    // From the back: a header counts the messages up to the next one.
    while let range = lastLength(in: rest) {
      let body = rest[range.upperBound...]
      let count = body.components(separatedBy: old).count - 1
      let header = rest[range]
      let digits = header.reversed().prefix { $0.isNumber }.count
      let length = (Int(header.suffix(digits)) ?? 0) + count * (new.utf8.count - old.utf8.count)
      parts.append(header.dropLast(digits) + "\(length)" + body.replacingOccurrences(of: old, with: new))
      rest = rest[..<range.lowerBound]
    }
    parts.append(rest.replacingOccurrences(of: old, with: new))
    return parts.reversed().joined()
  }

  /// The last length that is a number somebody could mean.
  private static func lastLength(in text: Substring) -> Range<Substring.Index>? {
    let pattern = "content-length: *[0-9]{1,9}(?![0-9])"
    var found: Range<Substring.Index>?
    var start = text.startIndex
    while let range = text[start...].range(of: pattern, options: [.regularExpression, .caseInsensitive]) {
      found = range
      start = range.upperBound
    }
    return found
  }
}
