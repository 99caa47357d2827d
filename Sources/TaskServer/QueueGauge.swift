import Dispatch
import Synchronization

/// Bytes of requests that wait or run; the reader stops above the limit and goes on below half of it.
final class QueueGauge: Sendable {
  /// 16 MiB; one larger message is still accepted, alone.
  static let limit = 16 << 20

  private struct State {
    var bytes = 0
    var isWaiting = false
  }

  private let state = Mutex(State())
  private let room = DispatchSemaphore(value: 0)

  var bytes: Int { state.withLock { $0.bytes } }

  func add(_ bytes: Int) { state.withLock { $0.bytes += bytes } }

  func remove(_ bytes: Int) {
    let hasRoom = state.withLock { state in
      state.bytes -= bytes
      guard state.isWaiting, state.bytes <= Self.limit / 2 else { return false }
      state.isWaiting = false
      return true
    }
    if hasRoom { room.signal() }
  }

  /// Returns at once below the limit, otherwise when half of it is free; for the reader's thread alone.
  func waitForRoom() {
    let mustWait = state.withLock { state in
      state.isWaiting = state.bytes > Self.limit
      return state.isWaiting
    }
    if mustWait { room.wait() }
  }
}
