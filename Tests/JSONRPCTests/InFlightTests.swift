import JSON
import JSONRPC
import Synchronization
import TestSupport
import Testing

@Suite struct InFlightTests {
  let transport = MemoryTransport()
  let inFlight = InFlight()

  func admit(_ id: String, interrupt: @escaping @Sendable () -> Void = {}) -> Ticket {
    let reply = Reply(id: RequestID(Array(id.utf8)), outbox: transport.outbox)
    return inFlight.admit(reply, interrupt: interrupt)
  }

  func cancel(_ id: String) { inFlight.cancel(RequestID(Array(id.utf8))) }

  @Test func `a queued request that is cancelled never runs`() {
    let ticket = admit("1")
    cancel("1")
    var hasRun = false
    ticket.run { _ in hasRun = true }
    #expect(!hasRun)
    #expect(inFlight.count == 0)
    #expect(
      transport.takeMessages() == [
        #"{"jsonrpc":"2.0","id":1,"error":{"code":-32800,"message":"The request was cancelled.","data":{"kind":"cancelled"}}}"#
      ])
  }

  @Test func `a running request is interrupted once and answers itself`() {
    let interrupts = Mutex(0)
    let ticket = admit("1") { interrupts.withLock { $0 += 1 } }
    ticket.run { reply in
      cancel("1")
      cancel("1")
      reply.succeed { $0.write(true) }
    }
    #expect(interrupts.withLock { $0 } == 1)
    #expect(transport.takeMessages() == [#"{"jsonrpc":"2.0","id":1,"result":true}"#])
    #expect(inFlight.count == 0)
  }

  @Test func `a finished or unknown request is left alone`() {
    let interrupts = Mutex(0)
    let ticket = admit("1") { interrupts.withLock { $0 += 1 } }
    ticket.run { reply in reply.succeed { $0.writeNull() } }
    cancel("1")
    cancel("2")
    #expect(interrupts.withLock { $0 } == 0)
    #expect(transport.takeMessages().count == 1)
  }

  @Test func `ids are compared as they were written`() {
    let tickets = [admit("1"), admit("\"1\""), admit("1.0"), admit("1")]
    cancel("1")
    var ran: [Int] = []
    for (index, ticket) in tickets.enumerated() {
      ticket.run { reply in
        ran.append(index)
        reply.succeed { $0.writeNull() }
      }
    }
    #expect(ran == [1, 2])
    #expect(transport.takeMessages().count == 4)
    #expect(inFlight.count == 0)
  }

  @Test(arguments: [false, true])
  func `an id that many requests share costs each of them no more than an own one`(fromTheEnd: Bool) throws {
    let count = 300_000
    let tickets = (0..<count).map { _ in admit("null") }
    #expect(inFlight.count == count)
    let start = ProcessorTime.ofThread
    for ticket in fromTheEnd ? tickets.reversed() : tickets {
      ticket.run { _ in }
      // Looking at all others for each takes half an hour.
      try #require(ProcessorTime.ofThread - start < .seconds(120))
    }
    #expect(inFlight.count == 0)
  }

  @Test func `a cancel reaches every waiting request of the id and leaves those that are done`() {
    let tickets = (0..<5).map { _ in admit("7") }
    for ticket in [tickets[0], tickets[3]] { ticket.run { reply in reply.succeed { $0.writeNull() } } }
    #expect(inFlight.count == 3)
    cancel("7")
    #expect(inFlight.count == 0)
    #expect(transport.takeMessages().count(where: { $0.contains("-32800") }) == 3)
  }

  /// Else the worker would go on with them while the others are still being cancelled.
  @Test func `when everything is cancelled, no running request ends before all queued ones are answered`() {
    let hasRun = Mutex(false)
    let queued = Mutex<[Ticket]>([])
    let running = admit("0") {
      for ticket in queued.withLock({ $0 }) { ticket.run { _ in hasRun.withLock { $0 = true } } }
    }
    running.run { reply in
      queued.withLock { $0 = (1...200).map { admit("\($0)") } }
      inFlight.cancelAll()
      reply.fail(.cancelled)
    }
    #expect(!hasRun.withLock { $0 })
    #expect(transport.takeMessages().count(where: { $0.contains("-32800") }) == 201)
    #expect(inFlight.count == 0)
  }
}
