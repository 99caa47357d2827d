import Synchronization

/// What the uuids come from that a replayed request makes up: the recorded seed of the one that runs.
package final class ReplaySeeds: Sendable {
  private let seed = Mutex<Int64?>(nil)

  package init() {}

  /// To be set before a request is sent; nil for chance.
  package var current: Int64? {
    get { seed.withLock { $0 } }
    set { seed.withLock { $0 = newValue } }
  }
}
