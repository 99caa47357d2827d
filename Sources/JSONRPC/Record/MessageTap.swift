/// Somebody who is told of everything the server sends, before the client can read it; must not use the outbox.
package protocol MessageTap: Sendable {
  /// A whole message, without what frames it.
  func sent(_ message: ArraySlice<UInt8>)

  /// A piece of a message; others may be sent before its last piece, and come after it.
  func sentPiece(_ bytes: [UInt8])

  /// The last piece.
  func sentLastPiece(_ bytes: [UInt8])
}
