import JSON
import JSONRPC
import TaskServer

/// Runs the client's side of a recording against a server in this process and compares the replies.
final class Replayer {
  /// A reply, or a notification, that is not the recorded one.
  struct Mismatch {
    /// What was sent, as far as there is something.
    let request: String?
    let recorded: JSONValue?
    let new: JSONValue?
    let difference: ReplayDifference
  }

  private let server: Server
  private let transport: MemoryTransport
  private let receive: ([FramedMessage]) -> Void
  private var comparison = ReplyComparison()
  private var plan: ReplayPlan
  /// Replies that were compared.
  private(set) var comparedCount = 0

  init(_ plan: ReplayPlan, server: Server, transport: MemoryTransport, storeNames: (String, String)) {
    self.plan = plan
    self.server = server
    self.transport = transport
    receive = server.makeReceiver()
    _ = comparison.names.learn(storeNames.0, storeNames.1)
  }

  /// Sends everything; the first mismatch ends it.
  func run() -> Mismatch? {
    for step in plan.steps {
      if let mismatch = run(step) { return mismatch }
    }
    guard plan.unansweredCount == 0, let missing = recordedNotices.values.first(where: { !$0.isEmpty })?.first
    else { return nil }
    return Mismatch(
      request: nil, recorded: missing, new: nil,
      difference: ReplayDifference(pointer: "", recorded: missing, new: nil))
  }

  private lazy var recordedNotices = plan.notices

  private func run(_ step: ReplayMessage) -> Mismatch? {
    receive(messages(of: step))
    _ = server.drain()
    var reply: JSONValue?
    for text in transport.takeMessages() {
      guard let message = try? JSONValue(parsing: text) else { continue }
      if ReplayMessage.key(ofReply: message) != nil {
        reply = message
      } else if let mismatch = compare(notification: message) {
        return mismatch
      }
    }
    return compare(step, reply)
  }

  /// The message with this run's names, and the cancellations that ended it.
  private func messages(of step: ReplayMessage) -> [FramedMessage] {
    let bytes: ArraySlice<UInt8>
    switch step.content {
    case .message(let message): bytes = message
    case .tooLong(let maximum): return [.tooLong(maximum: maximum)]
    case .fault(let fault): return [.fault(fault)]
    case .commit: return []
    }
    let message = comparison.names.translated(message: withCursor(bytes))
    return [.message(message[...])] + cancelledIDs(of: step).map { .message(cancellation(of: $0)) }
  }

  /// The message with this run's cursor.
  private func withCursor(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard case .single(.request(_, _, let params)) = Message(bytes), let member = params.member("cursor"),
      let text = (try? JSONValue(parsing: member.bytes.span))?.string,
      let cursor = comparison.names.cursor(text)
    else { return bytes }
    let quoted = Array(JSONValue.string(cursor).text.utf8)
    return (bytes[..<member.bytes.startIndex] + quoted + bytes[member.bytes.endIndex...])[...]
  }

  private func cancelledIDs(of step: ReplayMessage) -> [RequestID] {
    let replies = step.reply.map { $0.array ?? [$0] } ?? []
    return zip(step.answeredCalls, replies).compactMap { call, reply in
      reply["error"]?["code"]?.int64 == Int64(ErrorKind.cancelled.code) ? call.id : nil
    }
  }

  private func cancellation(of id: RequestID) -> ArraySlice<UInt8> {
    var writer = JSONWriter()
    writer.append(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":"#)
    writer.append(id.token)
    writer.append("}}")
    return writer.bytes[...]
  }
}

// MARK: - Comparing

extension Replayer {
  private func compare(_ step: ReplayMessage, _ reply: JSONValue?) -> Mismatch? {
    guard let recorded = step.reply else { return nil }
    comparedCount += 1
    guard let found = difference(step, recorded, reply) else { return nil }
    return Mismatch(
      request: String(decoding: step.bytes, as: UTF8.self), recorded: recorded, new: reply, difference: found)
  }

  private func difference(
    _ step: ReplayMessage, _ recorded: JSONValue, _ reply: JSONValue?
  ) -> ReplayDifference? {
    guard let reply else { return ReplayDifference(pointer: "", recorded: recorded, new: nil) }
    guard let items = recorded.array, let newItems = reply.array, items.count == newItems.count else {
      return comparison.difference(recorded, reply, of: step.calls.first?.method)
    }
    for (index, call) in step.answeredCalls.enumerated() where index < items.count {
      // It may look at the contexts before or after its neighbours have run.
      if call.lane == .inspection, step.hasContextWork { continue }
      guard let found = comparison.difference(items[index], newItems[index], of: call.method) else {
        continue
      }
      return ReplayDifference(pointer: "/\(index)\(found.pointer)", recorded: found.recorded, new: found.new)
    }
    return nil
  }

  /// Saves are told in the same order; all else that a server says by itself depends on time, or on others.
  private func compare(notification: JSONValue) -> Mismatch? {
    guard notification["method"]?.string == "context.didSave", let new = notification["params"] else {
      return nil
    }
    let context = new["context"]?.string ?? ""
    guard var waiting = recordedNotices[context], !waiting.isEmpty else {
      if plan.unansweredCount > 0 { return nil }
      return Mismatch(
        request: nil, recorded: nil, new: new,
        difference: ReplayDifference(pointer: "", recorded: nil, new: new))
    }
    let recorded = waiting.removeFirst()
    recordedNotices[context] = waiting
    guard let found = comparison.difference(recorded, new, of: nil) else { return nil }
    return Mismatch(request: nil, recorded: recorded, new: new, difference: found)
  }
}
