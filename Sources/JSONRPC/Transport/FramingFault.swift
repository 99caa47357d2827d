import JSON

/// What is wrong with how a message is framed.
package enum FramingFault: Error, Hashable, Sendable {
  /// A block of headers has no Content-Length.
  case lengthMissing
  /// The Content-Length is no number of bytes.
  case lengthInvalid(String)
  /// A block of headers has more than one Content-Length.
  case lengthRepeated
  /// The Content-Type names another charset than UTF-8.
  case charset(String)
  /// A block of headers has more bytes than this.
  case headerTooLong(maximum: Int)
  /// Something else stands where a header was expected.
  case strayBytes(beginWithByteOrderMark: Bool)
  /// The next header begins inside of a message, after so many bytes of it.
  case overlap(length: Int, offset: Int)
  /// The stream ended inside of a message, after so many bytes of it.
  case cutOff(length: Int, offset: Int)
  /// The stream ended inside of a block of headers.
  case headerCutOff
}

extension FramingFault {
  /// What the client is told; the id of such a message is never known.
  package var error: RPCError {
    switch self {
    case .lengthMissing: .invalidRequest("A message's header must have a Content-Length.")
    case .lengthInvalid(let text):
      .invalidRequest("Content-Length must be a message's number of bytes, not \"\(text)\".")
    case .lengthRepeated: .invalidRequest("A message's header must have one Content-Length.")
    case .charset(let name): .invalidRequest("The charset of a message must be utf-8, not \"\(name)\".")
    case .headerTooLong(let maximum):
      .limitExceeded("headerBytes", maximum: maximum, "A message's header has at most \(maximum) bytes.")
    case .strayBytes(true): .invalidRequest("A byte order mark stands before a message's header.")
    case .strayBytes: .invalidRequest("A header with Content-Length was expected before each message.")
    case .overlap(let length, let offset):
      Self.cut(
        "the next header begins at byte \(offset) of \(length), so Content-Length is too large", offset)
    case .cutOff(let length, let offset):
      Self.cut("the input ends at byte \(offset) of \(length)", offset)
    case .headerCutOff: .invalidRequest("The input ends inside of a message's header.")
    }
  }

  private static func cut(_ reason: String, _ offset: Int) -> RPCError {
    RPCError(.parse, "Not a whole message: \(reason).", details: ["offset": .integer(Int64(offset))])
  }
}
