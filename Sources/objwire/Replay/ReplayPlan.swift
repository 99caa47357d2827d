import JSON
import JSONRPC

/// The client's side of a recording in an order in which it can be run one message after the other.
///
/// Requests of one context run in the order received, and what the client sent after it had a reply comes after that
/// reply. Requests of different contexts that were under way at the same time could have run in either order: here they
/// run in the order of their recorded commits and replies, so that every replay does the same. `view: A, view: B,
/// other: C` with the replies C, A, B is run as C, A, B. What runs on receipt comes before everything that was sent after it.
struct ReplayPlan {
  /// Messages to send, each after the one before was answered.
  private(set) var steps: [ReplayMessage] = []
  /// Recorded `context.didSave` by context, in order.
  private(set) var notices: [String: [JSONValue]] = [:]
  /// Requests that the recording has no reply to: the server was killed, or the recording was.
  private(set) var unansweredCount = 0

  private var messages: [ReplayMessage] = []
  private var isPlanned: [Bool] = []
  /// Which message made a commit.
  private var commits: [(number: UInt64, message: Int)] = []
  /// Commits before this one are planned.
  private var nextCommit = 0
  /// No message before this one is left to be planned.
  private var head = 0

  init(_ entries: [RecordedEntry]) {
    let events = collect(entries)
    for event in events {
      switch event {
      case .sent(let index): plan(sent: index)
      case .answered(let index): plan(through: index)
      case .committed(let number): planCommits(through: number)
      }
    }
    planAll(before: messages.count)
    unansweredCount = messages.count { $0.replyKey != nil && $0.reply == nil }
  }

  private enum Event {
    /// The client sent a message.
    case sent(Int)
    /// A message was answered.
    case answered(Int)
    /// A commit was made.
    case committed(UInt64)
  }

  /// Gives every message its reply.
  private mutating func collect(_ entries: [RecordedEntry]) -> [Event] {
    var events: [Event] = []
    // Messages without a reply, by key, the newest first.
    var open: [String: [Int]] = [:]
    // The same by the ids of their calls.
    var openCalls: [String: [Int]] = [:]
    for entry in entries {
      switch entry.side {
      case .client:
        let message = ReplayMessage(entry.content)
        if let key = message.replyKey { open[key, default: []].insert(messages.count, at: 0) }
        for call in message.answeredCalls { openCalls[call.key, default: []].insert(messages.count, at: 0) }
        events.append(.sent(messages.count))
        messages.append(message)
      case .server:
        if case .commit(let number, let id?) = entry.content {
          guard let message = openCalls[ReplayMessage.key(of: id)]?.last else { continue }
          commits.append((number, message))
          events.append(.committed(number))
        }
        guard case .message(let bytes) = entry.content, let reply = try? JSONValue(parsing: bytes.span)
        else { continue }
        guard let key = ReplayMessage.key(ofReply: reply) else {
          note(reply)
          continue
        }
        guard let index = open[key]?.popLast() else { continue }
        messages[index].reply = reply
        for call in messages[index].answeredCalls { openCalls[call.key]?.removeAll { $0 == index } }
        events.append(.answered(index))
      }
    }
    isPlanned = messages.map { _ in false }
    commits.sort { $0.number < $1.number }
    return events
  }

  private mutating func note(_ notification: JSONValue) {
    guard notification["method"]?.string == "context.didSave", let params = notification["params"] else {
      return
    }
    notices[params["context"]?.string ?? "", default: []].append(params)
  }

  // MARK: Order

  private mutating func plan(sent index: Int) {
    let message = messages[index]
    if message.calls.contains(where: { $0.lane == .end }) { planAll(before: index) }
    // Nothing will tell when; the rest waits for its turn.
    if message.reply == nil, lanes(of: index).isEmpty { plan(through: index) }
  }

  private mutating func planCommits(through number: UInt64) {
    while nextCommit < commits.count, commits[nextCommit].number <= number {
      plan(through: commits[nextCommit].message)
      nextCommit += 1
    }
  }

  /// Plans a message, and before it what had to come before.
  private mutating func plan(through index: Int) {
    guard !isPlanned[index] else { return }
    var needed = lanes(of: index)
    var chosen = [index]
    for earlier in stride(from: index - 1, through: head, by: -1) where !isPlanned[earlier] {
      let lanes = lanes(of: earlier)
      guard lanes.isEmpty || !lanes.isDisjoint(with: needed) else { continue }
      needed.formUnion(lanes)
      chosen.append(earlier)
    }
    for index in chosen.reversed() { plan(index) }
  }

  private mutating func planAll(before end: Int) {
    for index in head..<max(head, end) where !isPlanned[index] { plan(index) }
  }

  private mutating func plan(_ index: Int) {
    isPlanned[index] = true
    // A cancellation goes with the request that it ended; one that came too late did nothing.
    if !messages[index].isCancellation { steps.append(messages[index]) }
    while head < messages.count, isPlanned[head] { head += 1 }
  }

  /// What must stay in order with it; nothing for what runs on receipt.
  private func lanes(of index: Int) -> Set<ReplayLane> {
    Set(messages[index].calls.map(\.lane).filter { $0 != .none && $0 != .end })
  }
}
