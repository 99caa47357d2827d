import Synchronization

/// Regular expressions that come from many objects, each made ready once as long as few are in use.
package final class RegularExpressionCache: Sendable {
  /// Expressions that are kept.
  package static let capacity = 64

  private struct Key: Hashable {
    let pattern: [UInt8]
    let options: UInt8
  }

  private struct State {
    /// Nil for a pattern that cannot be read.
    var expressions: [Key: RegularExpression?] = [:]
    /// The kept keys in a ring; the oldest is replaced.
    var keys: [Key] = []
    var oldest = 0
    var madeCount = 0
  }

  private let state = Mutex(State())

  /// An empty cache.
  package init() {}

  /// Expressions that were made ready so far.
  package var madeCount: Int { state.withLock { $0.madeCount } }

  /// The expression of a pattern; nil if it cannot be read.
  package func expression(_ pattern: Span<UInt8>, options: StringOptions) -> RegularExpression? {
    guard pattern.count <= RegularExpressionLimits.patternBytes else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(pattern.count)
    for position in pattern.indices { bytes.append(pattern[position]) }
    let key = Key(pattern: bytes, options: options.folding.rawValue)
    if let known = state.withLock({ $0.expressions[key] }) { return known }
    let expression = try? RegularExpression(pattern, options: options)
    state.withLock { Self.keep(expression, key, &$0) }
    return expression
  }

  private static func keep(_ expression: RegularExpression?, _ key: Key, _ state: inout State) {
    state.madeCount += 1
    // Another thread may have made the same one in between.
    guard state.expressions.updateValue(expression, forKey: key) == nil else { return }
    guard state.keys.count == capacity else { return state.keys.append(key) }
    state.expressions[state.keys[state.oldest]] = nil
    state.keys[state.oldest] = key
    state.oldest = (state.oldest + 1) % capacity
  }
}
