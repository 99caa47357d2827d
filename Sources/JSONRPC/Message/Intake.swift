import JSON

/// One request that can be dispatched; it must be answered through its reply, once, also if it is a notification.
package struct IncomingRequest: Sendable {
  /// The method's name, UTF-8.
  package let method: ArraySlice<UInt8>

  /// Its params, not read yet.
  package let params: RawParams
  /// Its one answer.
  package let reply: Reply
}

/// The door: turns framed messages into requests and answers by itself whatever is none.
package struct Intake: Sendable {
  private let outbox: Outbox
  /// Whether the last message was cut wrong, or may have been.
  private var isOutOfStep = false

  package init(outbox: Outbox) {
    self.outbox = outbox
  }

  /// Calls `dispatch` for each request of a message, in order.
  package mutating func accept(_ framed: FramedMessage, _ dispatch: (IncomingRequest) -> Void) {
    switch framed {
    case .tooLong(let maximum):
      let message = "A message has at most \(maximum) bytes."
      Reply(id: .null, outbox: outbox).fail(.limitExceeded("messageBytes", maximum: maximum, message))
      isOutOfStep = false
    case .fault(.strayBytes) where isOutOfStep:
      // The rest of the message that was refused before: one fault, one error.
      isOutOfStep = false
    case .fault(let fault):
      Reply(id: .null, outbox: outbox).fail(fault.error)
      isOutOfStep = true
    case .message(let bytes):
      let message = Message(bytes)
      isOutOfStep = message.isUnreadable
      switch message {
      case .single(let envelope):
        accept(envelope, dispatch) { Reply(id: $0, to: .outbox(outbox)) }
      case .batch(let envelopes):
        let batch = BatchReply(count: envelopes.count, outbox: outbox)
        for (index, envelope) in envelopes.enumerated() {
          accept(envelope, dispatch) { Reply(id: $0, to: .batch(batch, index: index)) }
        }
      }
    }
  }

  private func accept(
    _ envelope: Envelope, _ dispatch: (IncomingRequest) -> Void, _ makeReply: (RequestID?) -> Reply
  ) {
    switch envelope {
    case .request(let id, let method, let params):
      dispatch(IncomingRequest(method: method, params: params, reply: makeReply(id)))
    case .response:
      makeReply(nil).fail(.invalidRequest("A reply to nothing."))
    case .invalid(let id, let error):
      makeReply(id).fail(error)
    }
  }
}
