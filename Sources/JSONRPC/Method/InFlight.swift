import Synchronization

/// The requests that were accepted and not answered yet, so that they can be cancelled.
///
/// Source: LSP 3.17 `$/cancelRequest`; a cancelled request still gets its one reply.
package final class InFlight: Sendable {
  private let tickets = Mutex<[RequestID: [Ticket]]>([:])

  package init() {}

  /// How many requests with an id wait or run.
  package var count: Int { tickets.withLock { $0.values.reduce(0) { $0 + $1.count } } }

  /// Registers a request that is about to be queued.
  ///
  /// `interrupt` is called at most once, on the thread that cancels, if the request runs by then. The request may
  /// just be finishing, so it must concern this request only: set a flag of its own.
  package func admit(_ reply: Reply, interrupt: @escaping @Sendable () -> Void) -> Ticket {
    let ticket = Ticket(reply: reply, registry: self, interrupt: interrupt)
    if let id = reply.id { tickets.withLock { $0[id, default: []].append(ticket) } }
    return ticket
  }

  /// Cancels every request with this id: a queued one is answered with −32800 and never runs, a running one is
  /// interrupted, an unknown one is ignored.
  package func cancel(_ id: RequestID) {
    let cancelled = tickets.withLock { $0[id] ?? [] }
    for ticket in cancelled { ticket.cancel() }
  }

  func remove(_ ticket: Ticket) {
    guard let id = ticket.reply.id else { return }
    tickets.withLock { tickets in
      tickets[id]?.removeAll { $0 === ticket }
      if tickets[id]?.isEmpty == true { tickets[id] = nil }
    }
  }
}
