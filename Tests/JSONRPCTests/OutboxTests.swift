import Dispatch
import JSON
import JSONRPC
import Synchronization
import Testing

@Suite struct OutboxTests {
  /// A client that takes what it has been allowed to, in as many writes as come, and can go away.
  final class Sink: ByteSink {
    private struct State {
      var writes: [String] = []
      var allowance = Int.max
      var isOpen = true
      var waiters: [DispatchSemaphore] = []
    }

    private let state = Mutex(State())

    var writes: [String] { state.withLock { $0.writes } }
    var text: String { writes.joined() }

    init(allowance: Int = .max) { allow(allowance) }

    /// Takes so many more bytes.
    func allow(_ count: Int) { change { $0.allowance = count } }
    func goAway() { change { $0.isOpen = false } }

    func writeNow(_ bytes: ArraySlice<UInt8>) -> Int? { state.withLock { Self.take(bytes, &$0) } }

    func write(_ bytes: ArraySlice<UInt8>) -> Bool {
      var rest = bytes
      while !rest.isEmpty {
        let waiter = DispatchSemaphore(value: 0)
        let taken = state.withLock { state in
          let taken = Self.take(rest, &state)
          if taken == 0 { state.waiters.append(waiter) }
          return taken
        }
        guard let taken else { return false }
        rest.removeFirst(taken)
        if taken == 0 { waiter.wait() }
      }
      return true
    }

    private static func take(_ bytes: ArraySlice<UInt8>, _ state: inout State) -> Int? {
      guard state.isOpen else { return nil }
      let taken = bytes.prefix(state.allowance)
      state.allowance -= state.allowance == .max ? 0 : taken.count
      if !taken.isEmpty { state.writes.append(String(decoding: taken, as: UTF8.self)) }
      return taken.count
    }

    private func change(_ change: (inout State) -> Void) {
      state.withLock { state in
        change(&state)
        for waiter in state.waiters { waiter.signal() }
        state.waiters = []
      }
    }
  }

  static func message(_ count: Int, _ letter: Character = "a") -> [UInt8] {
    Array(String(repeating: letter, count: count).utf8)
  }

  /// Runs work on a thread of its own; the semaphore says when it is done.
  static func inBackground(_ work: @escaping @Sendable () -> Void) -> DispatchSemaphore {
    let done = DispatchSemaphore(value: 0)
    DispatchQueue(label: "work").async {
      work()
      done.signal()
    }
    return done
  }

  @Test func `held messages go out in one write`() {
    let sink = Sink()
    let outbox = Outbox(sink: sink)
    outbox.send(Array("0".utf8))
    outbox.hold()
    outbox.send(Array("1".utf8))
    outbox.hold()
    outbox.send(Array("2".utf8))
    outbox.release()
    #expect(sink.writes == ["0\n"])
    outbox.release()
    #expect(sink.writes == ["0\n", "1\n2\n"])
    outbox.hold()
    outbox.send(Array("3".utf8))
    outbox.flush()
    #expect(sink.writes.last == "3\n")
    outbox.release()
    #expect(sink.writes.count == 3)
  }

  @Test func `a hold does not gather without end`() {
    let sink = Sink()
    let outbox = Outbox(sink: sink)
    outbox.hold()
    outbox.send(Self.message(Outbox.gatherLimit))
    #expect(sink.writes.count == 1)
    outbox.send(Array("1".utf8))
    outbox.send(Self.message(Outbox.gatherLimit))
    #expect(sink.writes.dropFirst().map(\.utf8.count) == [2, Outbox.gatherLimit + 1])
    outbox.release()
  }

  @Test func `after the reader is gone nothing is written`() {
    let sink = Sink()
    let outbox = Outbox(sink: sink)
    outbox.send(Array("1".utf8))
    sink.goAway()
    #expect(!outbox.isClosed)
    outbox.send(Array("2".utf8))
    #expect(outbox.isClosed)
    outbox.send(Array("3".utf8))
    #expect(sink.writes == ["1\n"])
  }

  @Test func `what a slow reader does not take is kept, in order, and nobody waits for it`() {
    let sink = Sink(allowance: 3)
    let outbox = Outbox(sink: sink)
    for letter in ["a", "b", "c", "d"] { outbox.send(Array(letter.utf8)) }
    #expect(sink.text == "a\nb")
    #expect(outbox.unreadCount == 5)
    sink.allow(.max)
    outbox.finish()
    #expect(sink.text == "a\nb\nc\nd\n")
    #expect(outbox.unreadCount == 0)
  }

  @Test func `beyond the limit of unread output the sender waits until the client reads`() {
    let sink = Sink(allowance: 0)
    let outbox = Outbox(sink: sink)
    let half = Outbox.unreadLimit / 2
    outbox.send(Self.message(half - 1))
    outbox.send(Self.message(half - 1))
    #expect(outbox.unreadCount == Outbox.unreadLimit)
    let waiting = Self.inBackground { outbox.send(Self.message(1, "z")) }
    #expect(waiting.wait(timeout: .now() + .milliseconds(50)) == .timedOut)
    // The one message that is accepted beyond the limit.
    #expect(outbox.unreadCount == Outbox.unreadLimit + 2)
    sink.allow(half)
    waiting.wait()
    sink.allow(.max)
    outbox.finish()
    #expect(sink.text.utf8.count == Outbox.unreadLimit + 2)
    #expect(sink.text.hasSuffix("a\nz\n"))
  }

  @Test func `a client that goes away frees whoever waits`() {
    let sink = Sink(allowance: 0)
    let outbox = Outbox(sink: sink)
    let sender = Self.inBackground { outbox.send(Self.message(Outbox.unreadLimit + 1)) }
    let finisher = Self.inBackground { outbox.finish() }
    sink.goAway()
    sender.wait()
    finisher.wait()
    #expect(outbox.isClosed)
    #expect(outbox.unreadCount == 0)
  }

  @Test func `messages of others follow the end of one that comes in pieces to a slow client`() {
    let sink = Sink(allowance: 10)
    let outbox = Outbox(sink: sink)
    let pieces = 40
    let size = 128 << 10
    let hasBegun = DispatchSemaphore(value: 0)
    let writing = Self.inBackground {
      Reply(id: RequestID(Array("1".utf8)), outbox: outbox).succeed { writer in
        writer.beginArray()
        for _ in 0..<pieces {
          writer.element()
          writer.append(Self.message(size))
          writer.commit()
          hasBegun.signal()
        }
        writer.endArray()
      }
    }
    hasBegun.wait()
    // The pieces are made only as fast as they are read.
    #expect(writing.wait(timeout: .now() + .milliseconds(50)) == .timedOut)
    #expect(outbox.unreadCount < 2 << 20)
    outbox.send(Array("2".utf8))
    let second = Self.inBackground {
      Reply(id: RequestID(Array("3".utf8)), outbox: outbox).succeed { writer in
        writer.beginArray()
        for _ in 0..<2 {
          writer.element()
          writer.append(Self.message(size))
          writer.commit()
        }
        writer.endArray()
      }
    }
    sink.allow(.max)
    writing.wait()
    second.wait()
    outbox.finish()
    let lines = sink.text.split(separator: "\n")
    #expect(lines.map(\.count).filter { $0 > 1 }.count == 2)
    #expect(lines.first?.hasPrefix(#"{"jsonrpc":"2.0","id":1,"result":[aaa"#) == true)
    #expect(lines.contains("2"))
    #expect(lines.count == 3)
  }

  @Test func `what is expendable is dropped while the client has much to read, and never waited for`() {
    let sink = Sink(allowance: 0)
    let outbox = Outbox(sink: sink)
    outbox.notify("first", isExpendable: true) { $0.append("{}") }
    let sender = Self.inBackground { outbox.send(Self.message(Outbox.unreadLimit)) }
    while outbox.unreadCount <= Outbox.unreadLimit {}
    outbox.notify("second", isExpendable: true) { $0.append("{}") }
    sink.allow(.max)
    sender.wait()
    outbox.finish()
    #expect(sink.text.contains("first"))
    #expect(!sink.text.contains("second"))
  }

  @Test func `in a hurry no sender waits, and everything is still written`() {
    let sink = Sink(allowance: 0)
    let outbox = Outbox(sink: sink)
    let sender = Self.inBackground { outbox.send(Self.message(Outbox.unreadLimit + 1)) }
    outbox.hurry()
    sender.wait()
    outbox.send(Self.message(1, "z"))
    sink.allow(.max)
    outbox.finish()
    #expect(sink.text.hasSuffix("a\nz\n"))
  }
}
