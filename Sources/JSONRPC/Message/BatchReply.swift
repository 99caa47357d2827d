import JSON
import Synchronization

/// The answers to a batch: sent as one array in request order when the last item is done.
///
/// Source: JSON-RPC 2.0 §6; notifications have no answer, and a batch of notifications has none at all.
package final class BatchReply: Sendable {
  /// Once the answers of a batch have so many bytes, its other requests are refused: 64 MiB.
  ///
  /// They must all be kept until the last one is there.
  package static let answerLimit = 64 << 20

  private struct State {
    var answers: [[UInt8]?]
    var byteCount = 0
    var openCount: Int
    var isSent = false
    /// What waits for the array to be sent.
    var followers: [@Sendable () -> Void] = []
  }

  private let state: Mutex<State>
  private let number: Int
  private let outbox: Outbox

  /// - Parameters:
  ///   - count: items.
  ///   - number: which of the client's messages the batch is.
  init(count: Int, number: Int, outbox: Outbox) {
    self.number = number
    state = Mutex(State(answers: Array(repeating: nil, count: count), openCount: count))
    self.outbox = outbox
  }

  /// Why a request of the batch cannot be run any more; nil if it can.
  var refusal: RPCError? {
    guard state.withLock({ $0.byteCount >= Self.answerLimit }) else { return nil }
    let message = "The answers to one batch have at most \(Self.answerLimit) bytes; this request was not run."
    return .limitExceeded("batchAnswerBytes", maximum: Self.answerLimit, message)
  }

  /// Notes that an item is done, with its answer if it has one.
  func finish(_ index: Int, with answer: [UInt8]?) {
    let answers = state.withLock { state -> [[UInt8]?]? in
      state.answers[index] = answer
      state.byteCount += answer?.count ?? 0
      state.openCount -= 1
      return state.openCount == 0 ? state.answers : nil
    }
    guard let answers else { return }
    send(answers.compactMap { $0 })
    let followers = state.withLock { state in
      state.isSent = true
      defer { state.followers = [] }
      return state.followers
    }
    for follower in followers { follower() }
  }

  /// Runs `action` once the array was sent: at once, or on the thread that sends it.
  func afterSending(_ action: @escaping @Sendable () -> Void) {
    let isSent = state.withLock { state in
      if !state.isSent { state.followers.append(action) }
      return state.isSent
    }
    if isSent { action() }
  }

  private func send(_ answers: [[UInt8]]) {
    guard !answers.isEmpty else { return }
    var writer = JSONWriter(capacity: answers.reduce(2) { $0 + $1.count + 1 })
    writer.beginArray()
    for answer in answers {
      writer.element()
      writer.append(answer)
    }
    writer.endArray()
    outbox.send(writer.bytes, of: number)
  }
}
