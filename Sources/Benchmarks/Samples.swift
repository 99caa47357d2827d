/// What one contestant achieved, one number a round.
struct Samples {
  let contestant: String
  private(set) var values: [Double] = []

  init(contestant: String) { self.contestant = contestant }

  mutating func append(_ value: Double) { values.append(value) }

  var median: Double { Self.median(of: values) }

  /// The best round: the smallest, or the greatest where more is better.
  func best(_ measure: Measure) -> Double {
    (measure.isBetterGreater ? values.max() : values.min()) ?? 0
  }

  /// The middle value, or the mean of the two in the middle; 0 for nothing.
  static func median(of values: [Double]) -> Double {
    guard !values.isEmpty else { return 0 }
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}
