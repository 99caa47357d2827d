import JSON
import JSONRPC
import TaskServer

/// Runs the client's side of a recording against a server in this process and compares the replies.
final class Replayer {
  /// Something of the server's that is not as recorded.
  struct Mismatch {
    /// What it is, in words.
    let subject: String
    /// What was sent, as far as there is something.
    let request: String?
    let recorded: JSONValue?
    let new: JSONValue?
    let difference: ReplayDifference
  }

  private let server: Server
  private let transport: MemoryTransport
  private let seeds: ReplaySeeds
  private let receive: ([FramedMessage]) -> Void
  private var comparison = ReplyComparison()
  private let plan: ReplayPlan
  /// Those that are still to come.
  private var notices: [ReplayNotice: ArraySlice<JSONValue>]
  /// Replies that were compared.
  private(set) var comparedCount = 0

  init(
    _ plan: ReplayPlan, server: Server, transport: MemoryTransport, seeds: ReplaySeeds,
    storeNames: (String, String)
  ) {
    self.seeds = seeds
    self.plan = plan
    self.server = server
    self.transport = transport
    notices = plan.notices.mapValues { $0[...] }
    receive = server.makeReceiver()
    _ = comparison.names.learn(storeNames.0, storeNames.1)
  }

  /// Sends everything; the first mismatch ends it.
  func run() -> Mismatch? {
    for step in plan.steps {
      if let mismatch = run(step) { return mismatch }
    }
    let missing = notices.filter { !$0.value.isEmpty }.min { $0.key.number ?? 0 < $1.key.number ?? 0 }?.value
      .first
    return missing.map { missing in
      mismatch(ofNotice: missing, nil, ReplayDifference(pointer: "", recorded: missing, new: nil))
    }
  }

  private func run(_ step: ReplayCall) -> Mismatch? {
    // A reader of its own: whatever was cut wrong before it here, this fault was answered.
    let receive = step.isFault ? server.makeReceiver() : receive
    seeds.current = step.seed
    receive(messages(of: step))
    _ = server.drain()
    var reply: JSONValue?
    var pieces: [JSONValue] = []
    for text in transport.takeMessages() {
      guard let message = try? JSONValue(parsing: text) else { continue }
      guard let method = message["method"]?.string else {
        reply = message
        continue
      }
      let params = message["params"] ?? .null
      if let piece = PartialResult.piece(method, params) { pieces.append(piece) }
      if method == "context.didSave", let mismatch = compare(notice: params, of: step) { return mismatch }
    }
    return compare(step, pieces) ?? compare(step, reply)
  }

  /// The message with this run's names, and the cancellation that ended it.
  private func messages(of step: ReplayCall) -> [FramedMessage] {
    guard case .message(let bytes) = step.content else { return [step.content] }
    let message = comparison.names.translated(message: withCursor(bytes))
    let cancelled = step.isCancelled ? step.id : nil
    return [.message(message[...])] + (cancelled.map { [.message(cancellation(of: $0))] } ?? [])
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
  private func compare(_ step: ReplayCall, _ reply: JSONValue?) -> Mismatch? {
    guard let recorded = step.reply else { return nil }
    comparedCount += 1
    let difference =
      if let reply {
        comparison.difference(recorded, reply, of: step.method, isAlone: step.isAlone)
      } else {
        ReplayDifference(pointer: "", recorded: recorded, new: nil)
      }
    return difference.map { mismatch("a reply", of: step, recorded, reply, $0) }
  }

  /// A fetch that was cancelled may have sent any of its pieces.
  private func compare(_ step: ReplayCall, _ pieces: [JSONValue]) -> Mismatch? {
    guard step.reply?["result"] != nil else { return nil }
    let (recorded, new) = (PartialResult.joined(step.pieces), PartialResult.joined(pieces))
    return comparison.difference(recorded, new).map {
      mismatch("a partial result", of: step, recorded, new, $0)
    }
  }

  private func mismatch(
    _ subject: String, of step: ReplayCall, _ recorded: JSONValue?, _ new: JSONValue?,
    _ difference: ReplayDifference
  ) -> Mismatch {
    Mismatch(
      subject: subject, request: String(decoding: step.bytes, as: UTF8.self), recorded: recorded, new: new,
      difference: difference)
  }

  private func mismatch(
    ofNotice recorded: JSONValue?, _ new: JSONValue?, _ difference: ReplayDifference
  ) -> Mismatch {
    Mismatch(
      subject: "the notification context.didSave", request: nil, recorded: recorded, new: new,
      difference: difference)
  }

  /// Saves of one message are told in the same order; all else that a server says by itself depends on time,
  /// or on others.
  ///
  /// The last ones may be missing in the recording: it may end between a reply and its notice.
  private func compare(notice new: JSONValue, of step: ReplayCall) -> Mismatch? {
    guard let recorded = notices[ReplayNotice(step.place.number, new)]?.popFirst() else { return nil }
    return comparison.difference(recorded, new).map { mismatch(ofNotice: recorded, new, $0) }
  }
}
