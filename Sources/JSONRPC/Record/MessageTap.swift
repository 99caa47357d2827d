/// Somebody who is told of everything the server sends, before the client can read it; must not use the
/// outbox.
///
/// Each call names the client's message that is answered or told of; nil for what is said without being
/// asked.
package protocol MessageTap: Sendable {
  /// A whole message, without what frames it.
  func sent(_ message: ArraySlice<UInt8>, of number: Int?)

  /// A piece of a message, which ends between two characters.
  ///
  /// Others may be sent before the last piece; the client reads them after it.
  func sent(piece: ArraySlice<UInt8>, isLast: Bool, of number: Int?)
}
