import Dispatch
import Synchronization

/// A log that never keeps anybody waiting: lines are kept and written by a queue of its own.
///
/// When more than `waitingLimit` waits because nobody reads, or the disk is slow or full, further lines are dropped and
/// counted; the first line that can be written again is preceded by one that says how many are missing.
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
    var bytes = Array(line.utf8.prefix(target.batchLimit - 1))
    bytes.append(0x0A)
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

  private func writeWaiting() {
    while let lines = takeWaiting() {
      var rest = lines[...]
      while !rest.isEmpty {
        let batch = LogBatch.first(of: rest, limit: target.batchLimit)
        if !target.write(batch) { noteLoss(of: batch) }
        rest = rest[batch.endIndex...]
      }
    }
  }

  /// Nil ends the writing.
  private func takeWaiting() -> [UInt8]? {
    state.withLock { state in
      guard !state.waiting.isEmpty else {
        state.isWriting = false
        return nil
      }
      var lines: [UInt8] = []
      if state.untoldCount > 0 { lines = Array((complaint(state.untoldCount) + "\n").utf8) }
      state.untoldCount = 0
      lines += state.waiting
      state.waiting.removeAll(keepingCapacity: true)
      return lines
    }
  }

  private func noteLoss(of batch: ArraySlice<UInt8>) {
    let count = batch.count { $0 == 0x0A }
    state.withLock { state in
      state.droppedCount += count
      state.untoldCount += count
    }
  }
}

/// Whole lines of a text.
enum LogBatch {
  /// As many whole lines from the start as fit into `limit` bytes; one line at least.
  static func first(of lines: ArraySlice<UInt8>, limit: Int) -> ArraySlice<UInt8> {
    guard lines.count > limit else { return lines }
    let head = lines.prefix(limit)
    if let end = head.lastIndex(of: 0x0A) { return lines[lines.startIndex...end] }
    return lines.prefix { $0 != 0x0A } + [0x0A]
  }
}
