import Synchronization

/// How messages are told apart in a stream.
package enum MessageFraming: UInt8, Sendable, AtomicRepresentable {
  /// One message a line.
  case line
  /// A `Content-Length` header before each message, as language servers have it.
  case header

  /// What stands before a message of so many bytes.
  func head(of length: Int) -> [UInt8] {
    switch self {
    case .line: []
    case .header: Array("\(HeaderField.contentLength.name): \(length)\r\n\r\n".utf8)
    }
  }

  /// What stands after each message.
  var tail: [UInt8] {
    switch self {
    case .line: [0x0A]
    case .header: []
    }
  }
}

/// What the command line says about framing.
package enum FramingChoice: String, Sendable, CaseIterable {
  /// As the stream begins: a line `Content-Length: value` or `Content-Type: value` means headers.
  case auto
  case line
  case header
}
