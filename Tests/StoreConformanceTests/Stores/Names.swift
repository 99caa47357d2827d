import Synchronization

/// Notes names from closures that may run anywhere.
final class Names: Sendable {
  private let list = Mutex<[String]>([])

  func add(_ name: String) { list.withLock { $0.append(name) } }

  /// What was noted since the last call.
  @discardableResult
  func take() -> [String] {
    list.withLock { list in
      defer { list = [] }
      return list
    }
  }
}
