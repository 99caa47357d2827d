/// What a framer found in the stream.
package enum FramedMessage: Sendable {
  /// The bytes of one message, without what frames it.
  case message(ArraySlice<UInt8>)

  /// A message of more than so many bytes was dropped.
  case tooLong(maximum: Int)

  /// Bytes that make no message were dropped.
  case fault(FramingFault)
}

/// Finds messages in a stream of bytes.
package protocol Framer: Sendable {
  /// How the messages found so far were framed; replies are framed the same way.
  var framing: MessageFraming { get }

  /// Takes the next bytes of the stream, however they are cut, and appends the messages they complete.
  ///
  /// - Complexity: O(chunk); bytes of an unfinished message are not looked at again.
  mutating func receive(_ chunk: [UInt8], into messages: inout [FramedMessage])

  /// Ends the stream; what is left may be a last message.
  mutating func finish(into messages: inout [FramedMessage])
}
