package import JSON
import Synchronization

/// The one answer to one request.
///
/// Whoever answers first wins; later answers are dropped, so a request that is cancelled while it finishes is
/// still answered once. A notification's reply goes nowhere.
package final class Reply: Sendable {
  /// The request's id; nil for a notification.
  package let id: RequestID?

  /// Where the request came in; nil for a reply to nothing that was read.
  package let place: MessagePlace?

  private let destination: Destination
  private let observer: (any ReplyObserver)?
  private let isAnswered = Atomic(false)

  /// Where answers go.
  enum Destination: Sendable {
    case outbox(Outbox)
    case batch(BatchReply, index: Int)
  }

  init(
    id: RequestID?, place: MessagePlace? = nil, to destination: Destination,
    observer: (any ReplyObserver)? = nil
  ) {
    self.id = id
    self.place = place
    self.destination = destination
    self.observer = observer
  }

  /// A reply that becomes a message of its own.
  package convenience init(id: RequestID?, outbox: Outbox) {
    self.init(id: id, to: .outbox(outbox))
  }

  /// Answers with what `writeResult` appends, one JSON value; if it throws, with that error.
  ///
  /// `writeResult` does not run when the reply has no room any more: it stands in a batch with too many
  /// answers.
  /// - Returns: whether a result (for a notification: nothing) was sent, not an error and not a second
  ///   answer.
  @discardableResult
  package func succeed(_ writeResult: (inout JSONWriter) throws(RPCError) -> Void) -> Bool {
    if let refusal {
      fail(refusal)
      return false
    }
    let pieces = makePieces()
    var writer = JSONWriter(capacity: 256, sink: pieces)
    begin(&writer)
    writer.append(",\"result\":")
    do throws(RPCError) {
      try writeResult(&writer)
    } catch {
      fail(error)
      return false
    }
    guard let pieces, pieces.hasBegun else { return send(&writer) }
    writer.endObject()
    let isAnswer = pieces.finish(writer.bytes)
    if isAnswer { observer?.answered(AnswerFacts(errorKind: nil, bytes: pieces.byteCount)) }
    return isAnswer
  }

  private var refusal: RPCError? {
    guard id != nil, case .batch(let batch, _) = destination else { return nil }
    return batch.refusal
  }

  /// Tells the observer that the request begins to run.
  func begin() { observer?.began() }

  /// Sends a large result while it is being written; nil for what cannot be sent before it is whole.
  private func makePieces() -> ReplyPieces? {
    guard id != nil, case .outbox(let outbox) = destination, outbox.framing == .line else { return nil }
    return ReplyPieces(outbox: outbox, number: place?.number) { self.claim() }
  }

  /// True for the first who wants to answer.
  private func claim() -> Bool { !isAnswered.exchange(true, ordering: .acquiringAndReleasing) }

  /// Answers with an error.
  package func fail(_ error: RPCError) {
    var writer = JSONWriter(capacity: 256)
    begin(&writer)
    writer.append(",\"error\":")
    error.write(to: &writer)
    send(&writer, errorKind: error.kind)
  }

  /// Runs `action` after the answer was sent: at once, or for an item of a batch with the last of its items.
  ///
  /// To be called after answering.
  package func afterSending(_ action: @escaping @Sendable () -> Void) {
    switch destination {
    case .outbox: action()
    case .batch(let batch, _): batch.afterSending(action)
    }
  }

  private func begin(_ writer: inout JSONWriter) {
    writer.append("{\"jsonrpc\":\"2.0\",\"id\":")
    (id ?? .null).write(to: &writer)
  }

  @discardableResult
  private func send(_ writer: inout JSONWriter, errorKind: String? = nil) -> Bool {
    guard claim() else { return false }
    writer.endObject()
    let facts = AnswerFacts(errorKind: errorKind, bytes: id == nil ? 0 : writer.bytes.count)
    // Taken out, so that the outbox gets the only reference and need not copy a large message.
    var message: [UInt8] = []
    swap(&message, &writer.bytes)
    switch destination {
    case .outbox(let outbox):
      if id != nil { outbox.send(consume message, of: place?.number) }
    case .batch(let batch, let index):
      batch.finish(index, with: id == nil ? nil : message)
    }
    observer?.answered(facts)
    return true
  }
}
