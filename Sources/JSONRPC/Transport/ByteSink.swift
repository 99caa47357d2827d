/// Where an outbox puts its bytes.
package protocol ByteSink: Sendable {
  /// Writes all bytes, waiting if the reader is slow; false if nobody will ever read them.
  func write(_ bytes: [UInt8]) -> Bool
}
