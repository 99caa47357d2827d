import JSON
import JSONRPC
import ObjectGraph
import Synchronization

/// Tells the client how far a request is: `begin`, sometimes `report`, `end`, all before its reply.
///
/// Source: LSP 3.17, `$/progress`.
final class ProgressReport: Sendable {
  /// Milliseconds between two reports, at least.
  static let intervalMilliseconds = 100

  private struct State {
    var lastReport: ContinuousClock.Instant?
    var start = ContinuousClock.now
    /// Never falls, whatever the steps say.
    var percentage = 0
  }

  private let outbox: Outbox
  private let token: ProgressToken
  /// The client's message that it came with.
  private let number: Int?
  /// The steps whose end is known, in order.
  ///
  /// Each counts the same; without any there is no percentage.
  private let plan: [WorkStep.Kind]
  private let state = Mutex(State())

  init(_ token: ProgressToken, of number: Int?, plan: [WorkStep.Kind], to outbox: Outbox) {
    self.token = token
    self.number = number
    self.plan = plan
    self.outbox = outbox
  }

  /// Says that the work begins; `title` is a few words for people.
  func begin(_ title: String) {
    state.withLock { $0.start = .now }
    send("begin") { writer in
      writer.key("title")
      writer.write(title)
      writer.key("cancellable")
      writer.write(true)
      if !self.plan.isEmpty { Self.write(percentage: 0, to: &writer) }
    }
  }

  /// Says how far it is, unless nothing was done since, that was said a moment ago, or the client has much to
  /// read already.
  ///
  /// The work may hold the store's lock, so it never waits for a client.
  func report(_ step: WorkStep) {
    guard step.done > 0 else { return }
    let now = ContinuousClock.now
    let percentage = state.withLock { state -> Int? in
      let percentage = self.percentage(step)
      // A step that changes no figure is no news, nor is a mere number at once.
      if let percentage, percentage <= state.percentage { return nil }
      let last = state.lastReport ?? (percentage == nil ? state.start : nil)
      if let last, now - last < .milliseconds(Self.intervalMilliseconds) { return nil }
      state.percentage = percentage ?? state.percentage
      state.lastReport = now
      return state.percentage
    }
    guard let percentage else { return }
    send("report", isExpendable: true) { writer in
      writer.key("message")
      writer.write(step.message)
      if !self.plan.isEmpty { Self.write(percentage: percentage, to: &writer) }
    }
  }

  /// Says that the work has ended, well or not.
  func end() { send("end") { _ in } }

  /// Of the whole request; nil for a step that is not planned.
  private func percentage(_ step: WorkStep) -> Int? {
    guard let place = plan.firstIndex(of: step.kind), let total = step.total, total > 0 else { return nil }
    return min(100, (100 * place + 100 * min(step.done, total) / total) / plan.count)
  }

  private func send(
    _ kind: String, isExpendable: Bool = false, _ writeMembers: (inout JSONWriter) -> Void
  ) {
    outbox.notify(progressOf: token, of: number, isExpendable: isExpendable) { writer in
      writer.beginObject()
      writer.key("kind")
      writer.write(kind)
      writeMembers(&writer)
      writer.endObject()
    }
  }

  private static func write(percentage: Int, to writer: inout JSONWriter) {
    writer.key("percentage")
    writer.write(percentage)
  }
}

extension WorkStep {
  /// A few words for people: "1024 of 5000 objects saved".
  fileprivate var message: String {
    let verb =
      switch kind {
      case .reading: "read"
      case .changing: "changed"
      case .saving: "saved"
      }
    return "\(done)\(total.map { " of \($0)" } ?? "") objects \(verb)"
  }
}

extension RequestEnvironment {
  /// Runs long work, and tells the client of it if it gave a `workDoneToken`.
  ///
  /// - Parameters:
  ///   - title: a few words for people.
  ///   - plan: the steps that there will be and whose end is known.
  /// - Throws: what the work throws; `invalidParams` for a token that is none.
  func reportingProgress<Result>(
    _ title: @autoclosure () -> String, _ plan: [WorkStep.Kind] = [],
    _ work: () throws(RPCError) -> Result
  ) throws(RPCError) -> Result {
    guard isAnswered, let token = try params.workDoneToken() else { return try work() }
    let report = ProgressReport(token, of: messageNumber, plan: plan, to: server.outbox)
    let context = try context()
    let silent = context.cancellation
    context.cancellation = Cancellation(following: silent) { report.report($0) }
    report.begin(title())
    defer {
      context.cancellation = silent
      report.end()
    }
    return try work()
  }

  /// The steps of changes that are saved or not.
  ///
  /// - Parameter save: nil leaves it to `--autosave`.
  func stepsOfChanges(save: Bool?) -> [WorkStep.Kind] {
    save ?? server.configuration.savesAutomatically ? [.changing, .saving] : [.changing]
  }
}
