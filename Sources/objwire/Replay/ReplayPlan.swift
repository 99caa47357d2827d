import JSON
import JSONRPC

/// The client's side of a recording in the order in which it took effect, to be run one call after the other.
///
/// Requests of contexts come when they began: whatever ran at the same time in several contexts has changed
/// nothing that the others could see (`Turns`). Items of a batch are calls like any other. What took effect
/// on receipt comes where it was answered. `view: A, view: B, other: C` that began as C, A, B is run as C, A,
/// B, and so it is again and again.
struct ReplayPlan {
  /// Calls to send, each after the one before was answered.
  let steps: [ReplayCall]
  /// Recorded `context.didSave`, in order.
  let notices: [ReplayNotice: [JSONValue]]
  /// Requests that the recording has no reply to: the server was killed, or the recording was.
  let unansweredCount: Int

  init(_ entries: [RecordedEntry]) {
    let ledger = ReplayLedger(entries)
    notices = ledger.notices
    unansweredCount = ledger.calls.count { $0.isAnswered && $0.reply == nil }
    steps = Self.order(ledger.calls).map { ledger.calls[$0] }
  }

  private static func order(_ calls: [ReplayCall]) -> [Int] {
    var order: [Int] = []
    var isPlanned = calls.map { $0.position == nil }
    // All calls before this one are planned.
    var head = 0
    func plan(_ indices: [Int]) {
      for index in indices where !isPlanned[index] {
        isPlanned[index] = true
        order.append(index)
      }
    }
    for index in byPosition(Array(calls.indices), calls) where !isPlanned[index] {
      if calls[index].kind == .end, index > head {
        // It was accepted before, though it may have begun later.
        plan(byPosition(Array(head..<index), calls))
        head = index
      }
      plan([index])
    }
    return order
  }

  private static func byPosition(_ indices: [Int], _ calls: [ReplayCall]) -> [Int] {
    indices.compactMap { index in calls[index].position.map { (position: $0, index: index) } }
      .sorted { ($0.position, $0.index) < ($1.position, $1.index) }.map(\.index)
  }
}
