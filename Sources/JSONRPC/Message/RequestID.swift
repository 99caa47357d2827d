import JSON

/// The id of a request, exactly as it was written: 1, 1.0 and "1" are three ids.
///
/// Source: JSON-RPC 2.0 §4; a string, a number or null.
package struct RequestID: Hashable, Sendable {
  /// The token's bytes.
  package let token: [UInt8]

  /// `token` must be one JSON string, number or null, without white space around it.
  package init(_ token: [UInt8]) {
    self.token = token
  }

  /// The id of a reply to something whose id could not be read.
  package static let null = RequestID(Array("null".utf8))

  /// Reads the token of a valid JSON value; nil if it may not be an id.
  package init?(validating token: ArraySlice<UInt8>) {
    switch token.first {
    case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "t"), UInt8(ascii: "f"), nil: return nil
    default: self.init(Array(token))
    }
  }

  /// Writes the token as it came, but for line ends outside ASCII, which are escaped as in every string.
  func write(to writer: inout JSONWriter) { RawJSON(token[...]).write(to: &writer) }
}
