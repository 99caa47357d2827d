import JSON

/// A reply that goes out in pieces while its end is still being written, so that the client reads meanwhile
/// and the whole is never in memory.
final class ReplyPieces: JSONSink {
  private let outbox: Outbox
  private let number: Int?
  private let claim: () -> Bool
  /// Whether a piece was taken already.
  private(set) var hasBegun = false
  /// Nil before the first piece, and if somebody else has answered.
  private var line: Outbox.Line?
  /// Bytes of the reply so far.
  private(set) var byteCount = 0

  /// - Parameters:
  ///   - number: the client's message that is answered.
  ///   - claim: called before the first piece; false if the request was answered already.
  init(outbox: Outbox, number: Int?, claim: @escaping () -> Bool) {
    self.outbox = outbox
    self.number = number
    self.claim = claim
  }

  func take(_ bytes: [UInt8]) {
    if !hasBegun {
      hasBegun = true
      if claim() { line = outbox.beginLine(of: number) }
    }
    byteCount += bytes.count
    line?.write(bytes)
  }

  /// Sends the last piece; true if this was the answer.
  func finish(_ bytes: [UInt8]) -> Bool {
    guard let line else { return false }
    byteCount += bytes.count
    line.end(bytes)
    return true
  }
}
