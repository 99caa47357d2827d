import Dispatch
import Synchronization

/// A log that never keeps anybody waiting: lines are kept and written by a queue of its own.
///
/// When more than `waitingLimit` waits because nobody reads, or the disk is slow or full, further lines are
/// dropped and counted; the first line that can be written again is preceded by one that says how many are
/// missing.
package final class LogOutput: Sendable {
  /// Bytes of lines that may wait: 1 MiB.
  package static let waitingLimit = 1 << 20

  private struct State {
    var waiting: [UInt8] = []
    var isWriting = false
    /// Lines lost so far.
    var droppedCount = 0
    /// Those of them that no line has told of yet.
    var untoldCount = 0
  }

  private let state = Mutex(State())
  private let target: any LogTarget
  private let queue: DispatchQueue
  private let complaint: @Sendable (Int) -> String

  /// - Parameter complaint: the line that says how many lines are missing, without its end.
  init(_ target: any LogTarget, name: String, complaint: @escaping @Sendable (Int) -> String) {
    self.target = target
    self.complaint = complaint
    queue = DispatchQueue(label: "objwire.log.\(name)")
  }

  /// Lines that were lost.
  package var droppedCount: Int { state.withLock { $0.droppedCount } }

  /// Takes one line without its end; returns at once.
  package func write(line: String) {
    let bytes = Self.bytes(line, target)
    let mustStart = state.withLock { state in
      guard state.waiting.count + bytes.count <= Self.waitingLimit else {
        state.droppedCount += 1
        state.untoldCount += 1
        return false
      }
      state.waiting += bytes
      defer { state.isWriting = true }
      return !state.isWriting
    }
    if mustStart { queue.async { self.writeWaiting() } }
  }

  /// Waits until everything is written, but no longer than `milliseconds`.
  ///
  /// - Returns: whether everything is.
  @discardableResult
  package func finish(milliseconds: Int = LogOutput.finishMilliseconds) -> Bool {
    let isDone = DispatchSemaphore(value: 0)
    queue.async { isDone.signal() }
    return isDone.wait(timeout: .now() + .milliseconds(milliseconds)) == .success
  }

  /// What an end of the process waits for its last lines.
  package static let finishMilliseconds = 250

  private static func bytes(_ line: String, _ target: any LogTarget) -> [UInt8] {
    Array((line.prefix(bytes: target.batchLimit - 1) + "\n").utf8)
  }

  private func writeWaiting() {
    while var (lines, toldCount) = takeWaiting() {
      while !lines.isEmpty {
        let batch = LogBatch.first(of: lines, limit: target.batchLimit)
        if !target.write(batch) { noteLoss(of: batch, toldCount) }
        // The first one says it.
        toldCount = 0
        lines = lines[batch.endIndex...]
      }
    }
  }

  /// What is written next, and how many lost lines its first line tells of; nil ends the writing.
  private func takeWaiting() -> (lines: ArraySlice<UInt8>, toldCount: Int)? {
    state.withLock { state in
      guard !state.waiting.isEmpty else {
        state.isWriting = false
        return nil
      }
      let toldCount = state.untoldCount
      var lines = toldCount > 0 ? Self.bytes(complaint(toldCount), target) : []
      state.untoldCount = 0
      lines += state.waiting
      state.waiting.removeAll(keepingCapacity: true)
      return (lines[...], toldCount)
    }
  }

  /// Notes the lines of a batch; one that would have told of others is no loss, but those are untold again.
  private func noteLoss(of batch: ArraySlice<UInt8>, _ toldCount: Int) {
    let count = batch.count { $0 == 0x0A } - (toldCount > 0 ? 1 : 0)
    state.withLock { state in
      state.droppedCount += count
      state.untoldCount += count + toldCount
    }
  }
}
