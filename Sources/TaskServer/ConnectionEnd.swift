/// Why nothing more is to be read although the input goes on.
package enum ConnectionEnd: Sendable {
  /// The client has sent `exit`.
  case goodbye
  /// The process that `initialize` named is gone, so nobody may be there to read the replies.
  case clientDied
}
