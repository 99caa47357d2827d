import JSON
import JSONRPC

/// What a recording says of each call.
struct ReplayLedger {
  /// In the order received.
  private(set) var calls: [ReplayCall] = []
  /// Recorded `context.didSave`, in order.
  private(set) var notices: [ReplayNotice: [JSONValue]] = [:]

  private struct RecordedMessage {
    let calls: Range<Int>
    let isBatch: Bool
  }

  private var messages: [Int: RecordedMessage] = [:]
  /// Beginnings of long replies, by the messages that they answer.
  private var beginnings: [Int: [UInt8]] = [:]
  private var openWork = OpenWork()

  init(_ entries: [RecordedEntry]) {
    for (position, entry) in entries.enumerated() { note(entry, at: position) }
    calls = ReplayPlacement.placed(calls)
  }

  private mutating func note(_ entry: RecordedEntry, at position: Int) {
    switch entry.content {
    case .received(let content):
      guard let number = entry.number else { return }
      receive(content, number, at: position)
    case .begins(let item, let seed):
      guard let range = entry.number.flatMap({ messages[$0]?.calls }), range.count > item, item >= 0 else {
        return
      }
      let index = range.lowerBound + item
      calls[index].beginning = position
      calls[index].seed = seed
      openWork.begin(calls[index], index)
    case .sent(let bytes): send(bytes, of: entry.number, at: position)
    case .sentPiece(let bytes, let isLast):
      guard let number = entry.number else { return }
      beginnings[number, default: []] += bytes
      if isLast, let whole = beginnings.removeValue(forKey: number) {
        send(whole[...], of: number, at: position)
      }
    }
  }

  private mutating func receive(_ content: FramedMessage, _ number: Int, at position: Int) {
    let (new, isBatch) = ReplayCall.calls(in: content, number: number, receipt: position)
    let range = calls.count..<calls.count + new.count
    messages[number] = RecordedMessage(calls: range, isBatch: isBatch)
    calls += new
    for index in range {
      for other in openWork.receive(calls[index], index) { calls[other].isAlone = false }
    }
  }

  private mutating func send(_ bytes: ArraySlice<UInt8>, of number: Int?, at position: Int) {
    guard let message = try? JSONValue(parsing: bytes.span) else { return }
    let recorded = number.flatMap { messages[$0] }
    if let method = message["method"]?.string {
      return note(method, message["params"] ?? .null, recorded, number)
    }
    guard let recorded else { return }
    for index in recorded.calls { openWork.end(calls[index], index) }
    if recorded.isBatch {
      let answered = recorded.calls.filter { calls[$0].isAnswered }
      for (index, reply) in zip(answered, message.array ?? []) { calls[index].reply = reply }
    } else {
      calls[recorded.calls.lowerBound].answer = position
      calls[recorded.calls.lowerBound].reply = message
    }
  }

  private mutating func note(
    _ method: String, _ params: JSONValue, _ recorded: RecordedMessage?, _ number: Int?
  ) {
    if method == "context.didSave" { notices[ReplayNotice(number, params), default: []].append(params) }
    guard let piece = PartialResult.piece(method, params), let recorded,
      let index = recorded.calls.first(where: { calls[$0].partialResultToken == params["token"] })
    else { return }
    calls[index].pieces.append(piece)
  }
}

/// Which calls run in contexts at some place of a recording, and who looks at the server meanwhile.
private struct OpenWork {
  /// Requests and notifications that were received and, as far as is known, not done yet.
  private var count = 0
  /// Calls of no context.
  private var others: Set<Int> = []
  /// Notifications by context, and how many of them are done for sure.
  private var notifications: [String: (indices: [Int], doneCount: Int)] = [:]

  /// Notes a new call; gives calls that are not alone.
  mutating func receive(_ call: ReplayCall, _ index: Int) -> Set<Int> {
    switch call.kind {
    case .context(let name):
      count += 1
      if !call.isAnswered { notifications[name, default: ([], 0)].indices.append(index) }
      defer { others = [] }
      return others
    case .inspection, .onReceipt:
      if count > 0 { return [index] }
      others.insert(index)
      return []
    case .end: return []
    }
  }

  /// Whatever came before it in its context is done.
  mutating func begin(_ call: ReplayCall, _ index: Int) {
    guard case .context(let name) = call.kind, var waiting = notifications[name] else { return }
    // Changed in its place: the list may be long.
    notifications[name] = nil
    while waiting.doneCount < waiting.indices.count, waiting.indices[waiting.doneCount] < index {
      waiting.doneCount += 1
      count -= 1
    }
    notifications[name] = waiting
  }

  mutating func end(_ call: ReplayCall, _ index: Int) {
    if case .context = call.kind, call.isAnswered { count -= 1 }
    others.remove(index)
  }
}
