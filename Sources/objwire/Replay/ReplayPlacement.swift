import JSON

/// Finds the places of calls that a recording gives no place, or one that is not exact.
///
/// What takes effect on receipt does so on one thread, in the order received. So an item of a batch, whose
/// reply comes with those of the others, comes after what was answered on receipt before it; and what an item
/// or any other call found of a context's name tells on which side of that context's end it was: `close c`
/// that began at 4 and `[task.count c]` that came at 3 and found no `c` are 4 and then the count.
struct ReplayPlacement {
  private var calls: [ReplayCall]
  /// The entry to which the thread that receives had come.
  private var reached = 0
  /// The last call that closed each context, by the bytes of its name, as long as none is made again.
  private var closings: [[UInt8]: Int] = [:]

  /// The calls, in the order received, with their places.
  static func placed(_ calls: [ReplayCall]) -> [ReplayCall] {
    var placement = ReplayPlacement(calls: calls)
    for index in calls.indices {
      placement.placeByReceipt(index)
      placement.placeByName(index)
    }
    return placement.calls
  }

  private init(calls: [ReplayCall]) {
    self.calls = calls
  }

  /// A chunk is recorded whole before any of it is acted on.
  private mutating func placeByReceipt(_ index: Int) {
    guard calls[index].beginning == nil else { return }
    guard let answer = calls[index].answer else {
      calls[index].answer = max(calls[index].receipt, reached)
      return
    }
    if calls[index].isDoneOnReceipt { reached = max(reached, answer) }
  }

  private mutating func placeByName(_ index: Int) {
    let call = calls[index]
    if call.method == "context.create" { return place(making: index) }
    guard case .context(let name) = call.kind else { return }
    if call.error?["kind"]?.string == "context.unknown" {
      placeBehindEnd(of: name, index)
    } else if call.method == "context.close", call.beginning != nil, call.error == nil {
      closings[Array(name.utf8)] = index
    }
  }

  private mutating func place(making index: Int) {
    if let name = calls[index].reply?["result"]?["context"]?.string {
      placeBehindEnd(of: name, index)
      closings[Array(name.utf8)] = nil
    } else if calls[index].error?["kind"]?.string == "context.exists",
      let name = calls[index].error?["context"]?.string, let closing = closings[Array(name.utf8)],
      let beginning = calls[closing].beginning
    {
      // It found the context that was about to be closed.
      calls[index].answer = beginning - 1
    }
  }

  /// One that waited for the context was there before another context could have the name.
  private mutating func placeBehindEnd(of name: String, _ index: Int) {
    guard let closing = closings[Array(name.utf8)], let end = calls[closing].beginning else { return }
    if calls[index].beginning == nil {
      calls[index].answer = max(calls[index].answer ?? 0, end)
      reached = max(reached, end)
    } else {
      calls[index].beginning = end
    }
  }
}

extension ReplayCall {
  /// What the reply says of an error.
  fileprivate var error: JSONValue? { reply?["error"]?["data"] }

  /// Whether it was answered by the thread that receives, at once: no context had to run it.
  fileprivate var isDoneOnReceipt: Bool {
    switch kind {
    case .context: beginning == nil && reply != nil && !isCancelled
    case .onReceipt, .end: true
    case .inspection: false
    }
  }
}
