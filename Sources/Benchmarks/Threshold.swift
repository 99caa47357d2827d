/// A bar that is part of the project: what a run with `--check` demands.
struct Threshold {
  enum Bound {
    /// At most so many times the median of the named peer.
    case ratioAtMost(Double, peer: String)
    /// A median of at most so much, in the item's measure.
    case atMost(Double)
    /// A median of at least so much, in the item's measure.
    case atLeast(Double)
  }

  let item: String
  let bound: Bound

  /// All of them.
  ///
  /// A change here is a change of what the project promises.
  static let all: [Threshold] = [
    Threshold(item: "start", bound: .ratioAtMost(2, peer: "sqlite3")),
    Threshold(item: "ping", bound: .ratioAtMost(2, peer: "C server")),
    Threshold(item: "ping-pipelined", bound: .atLeast(300_000)),
    Threshold(item: "large", bound: .ratioAtMost(3, peer: "C server")),
    Threshold(item: "large-pieces", bound: .ratioAtMost(2, peer: "one write")),
    Threshold(item: "get-1k", bound: .ratioAtMost(3, peer: "C server")),
    Threshold(item: "get-pipelined", bound: .atLeast(100_000)),
    Threshold(item: "get-growth", bound: .ratioAtMost(2, peer: "objwire 1k")),
    Threshold(item: "insert", bound: .ratioAtMost(3, peer: "C")),
    Threshold(item: "related-insert", bound: .ratioAtMost(3, peer: "C")),
    Threshold(item: "open-model", bound: .atMost(30e6)),
    Threshold(item: "reopen-model", bound: .atMost(30e6)),
    Threshold(item: "fetch-limit", bound: .ratioAtMost(2.5, peer: "C stepping")),
    Threshold(item: "fetch-category", bound: .ratioAtMost(2.5, peer: "C stepping")),
    Threshold(item: "predicate-reuse", bound: .atMost(2_000)),
    Threshold(item: "contains", bound: .ratioAtMost(2, peer: "C LIKE")),
    Threshold(item: "cancel", bound: .ratioAtMost(0.01, peer: "whole scan")),
    Threshold(item: "list", bound: .ratioAtMost(3, peer: "sqlite3")),
    Threshold(item: "import", bound: .atLeast(100_000)),
    Threshold(item: "resident", bound: .atMost(20 * 1024)),
  ]

  /// Whether an outcome of this item keeps within the bound; false when the peer is missing.
  func isMet(by outcome: Outcome) -> Bool {
    let median = outcome.samples.first?.median ?? 0
    switch bound {
    case .ratioAtMost(let limit, let name):
      guard let peer = outcome.samples.first(where: { $0.contestant == name }) else { return false }
      return outcome.ratio(to: peer).map { $0 <= limit } ?? false
    case .atMost(let limit): return median > 0 && median <= limit
    case .atLeast(let limit): return median >= limit
    }
  }

  func text(_ measure: Measure) -> String {
    switch bound {
    case .ratioAtMost(let limit, let peer): "at most \(Measure.digits(limit)) × \(peer)"
    case .atMost(let limit): "at most \(measure.text(limit))"
    case .atLeast(let limit): "at least \(measure.text(limit))"
    }
  }
}
