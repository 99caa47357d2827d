/// Where an outbox puts its bytes.
package protocol ByteSink: Sendable {
  /// Writes what can be written without waiting.
  ///
  /// - Returns: how many of the bytes that are, 0 if the reader is slow; nil if nobody will ever read them.
  func writeNow(_ bytes: ArraySlice<UInt8>) -> Int?

  /// Writes all bytes, waiting if the reader is slow; false if nobody will ever read them.
  func write(_ bytes: ArraySlice<UInt8>) -> Bool
}

extension ByteSink {
  /// For a sink that never waits.
  package func write(_ bytes: ArraySlice<UInt8>) -> Bool { writeNow(bytes) != nil }
}
