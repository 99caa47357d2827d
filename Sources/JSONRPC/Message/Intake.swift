import JSON

/// One request that can be dispatched; it must be answered through its reply, once, also if it is a
/// notification.
package struct IncomingRequest: Sendable {
  /// The method's name, UTF-8.
  package let method: ArraySlice<UInt8>

  /// Its params, not read yet.
  package let params: RawParams
  /// Its one answer.
  package let reply: Reply
}

/// The door: turns framed messages into requests and answers by itself whatever is none.
package struct Intake {
  private let outbox: Outbox
  private let observe: (Arrival) -> (any ReplyObserver)?
  /// Messages so far, of whatever kind.
  package private(set) var acceptedCount = 0
  /// Whether the last message was cut wrong, or may have been.
  private var isOutOfStep = false

  /// - Parameter observe: called for every message, and every item of a batch, as it comes in.
  package init(outbox: Outbox, observe: @escaping (Arrival) -> (any ReplyObserver)? = { _ in nil }) {
    self.outbox = outbox
    self.observe = observe
  }

  /// Calls `dispatch` for each request of a message, in order.
  package mutating func accept(_ framed: FramedMessage, _ dispatch: (IncomingRequest) -> Void) {
    acceptedCount += 1
    switch framed {
    case .tooLong(let maximum):
      let message = "A message has at most \(maximum) bytes."
      refuse(.limitExceeded("messageBytes", maximum: maximum, message))
      isOutOfStep = false
    case .fault(.strayBytes) where isOutOfStep:
      // The rest of the message that was refused before: one fault, one error.
      isOutOfStep = false
    case .fault(let fault):
      refuse(fault.error)
      isOutOfStep = true
    case .message(let bytes):
      let message = Message(bytes)
      isOutOfStep = message.isUnreadable
      switch message {
      case .single(let envelope):
        accept(envelope, .outbox(outbox), dispatch)
      case .batch(let envelopes):
        let batch = BatchReply(count: envelopes.count, number: acceptedCount, outbox: outbox)
        for (index, envelope) in envelopes.enumerated() {
          accept(envelope, .batch(batch, index: index), dispatch)
        }
      }
    }
  }

  /// Answers something that is no message.
  private func refuse(_ error: RPCError) {
    reply(to: .none, id: .null, .outbox(outbox)).fail(error)
  }

  private func accept(
    _ envelope: Envelope, _ destination: Reply.Destination, _ dispatch: (IncomingRequest) -> Void
  ) {
    switch envelope {
    case .request(let id, let method, let params):
      let arrival = Arrival(method: method, id: id, params: params)
      let reply = reply(to: arrival, id: id, destination)
      dispatch(IncomingRequest(method: method, params: params, reply: reply))
    case .response:
      reply(to: .none, id: nil, destination).fail(.invalidRequest("A reply to nothing."))
    case .invalid(let id, let error):
      reply(to: .none, id: id, destination).fail(error)
    }
  }

  private func reply(to arrival: Arrival, id: RequestID?, _ destination: Reply.Destination) -> Reply {
    let item = if case .batch(_, let index) = destination { index } else { 0 }
    let place = MessagePlace(number: acceptedCount, item: item)
    return Reply(id: id, place: place, to: destination, observer: observe(arrival))
  }
}
