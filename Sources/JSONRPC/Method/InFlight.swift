import Synchronization

/// The requests that were accepted and not answered yet, so that they can be cancelled.
///
/// Admitting and finishing take constant time, however many requests share an id. Source: LSP 3.17
/// `$/cancelRequest`; a cancelled request still gets its one reply.
package final class InFlight: Sendable {
  private struct State {
    var tickets: [RequestID: SameID] = [:]
    var count = 0
    /// Notifications, which nobody can name.
    var nameless: [ObjectIdentifier: Ticket] = [:]
  }

  /// The requests of one id: nearly always one, which needs no memory of its own.
  private struct SameID {
    var single: Ticket?
    var others: [ObjectIdentifier: Ticket] = [:]

    var isEmpty: Bool { single == nil && others.isEmpty }

    var all: [Ticket] { (single.map { [$0] } ?? []) + others.values }

    mutating func insert(_ ticket: Ticket) {
      if isEmpty { single = ticket } else { others[ObjectIdentifier(ticket)] = ticket }
    }

    /// Whether it was there.
    mutating func remove(_ ticket: Ticket) -> Bool {
      guard single !== ticket else {
        single = nil
        return true
      }
      return others.removeValue(forKey: ObjectIdentifier(ticket)) != nil
    }
  }

  private let state = Mutex(State())

  package init() {}

  /// How many requests with an id wait or run; O(1).
  package var count: Int { state.withLock { $0.count } }

  /// Registers a request that is about to be queued.
  ///
  /// `interrupt` is called at most once, on the thread that cancels, if the request runs by then. The request
  /// may just be finishing, so it must concern this request only: set a flag of its own.
  package func admit(_ reply: Reply, interrupt: @escaping @Sendable () -> Void) -> Ticket {
    let ticket = Ticket(reply: reply, registry: self, interrupt: interrupt)
    state.withLock { state in
      guard let id = reply.id else {
        state.nameless[ObjectIdentifier(ticket)] = ticket
        return
      }
      state.tickets[id, default: SameID()].insert(ticket)
      state.count += 1
    }
    return ticket
  }

  /// Cancels every request with this id: a queued one is answered with −32800 and never runs, a running one
  /// is interrupted, an unknown one is ignored.
  package func cancel(_ id: RequestID) {
    cancel(state.withLock { $0.tickets[id]?.all ?? [] })
  }

  /// Cancels everything that waits or runs, notifications too.
  package func cancelAll() {
    cancel(state.withLock { $0.tickets.values.flatMap(\.all) + $0.nameless.values })
  }

  /// What waits comes first: a worker whose request is interrupted must not go on with one of the others.
  private func cancel(_ tickets: [Ticket]) {
    for ticket in tickets { ticket.cancelIfQueued() }
    for ticket in tickets { ticket.interruptIfRunning() }
  }

  func remove(_ ticket: Ticket) {
    state.withLock { state in
      guard let id = ticket.reply.id else {
        state.nameless[ObjectIdentifier(ticket)] = nil
        return
      }
      guard let place = state.tickets.index(forKey: id), state.tickets.values[place].remove(ticket) else {
        return
      }
      state.count -= 1
      if state.tickets.values[place].isEmpty { state.tickets.remove(at: place) }
    }
  }
}
