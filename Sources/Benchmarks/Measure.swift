/// What the numbers of an item mean.
enum Measure: String {
  case nanoseconds
  case perSecond = "per second"
  case kibibytes = "KiB"

  var isBetterGreater: Bool { self == .perSecond }

  /// Three digits with the unit a reader expects.
  func text(_ value: Double) -> String {
    switch self {
    case .nanoseconds where value < 1e6: Self.digits(value / 1e3) + " µs"
    case .nanoseconds where value < 1e9: Self.digits(value / 1e6) + " ms"
    case .nanoseconds: Self.digits(value / 1e9) + " s"
    case .perSecond: Self.digits(value / 1e3) + " k/s"
    case .kibibytes: Self.digits(value / 1024) + " MB"
    }
  }

  /// At least three digits: 1.23, 12.3, 123.
  static func digits(_ value: Double) -> String {
    let places = value < 0.1 ? 4 : value < 10 ? 2 : value < 100 ? 1 : 0
    let scale = (0..<places).reduce(1.0) { scale, _ in scale * 10 }
    let scaled = Int((value * scale).rounded())
    guard places > 0 else { return String(scaled) }
    let fraction = String(scaled % Int(scale))
    let zeros = String(repeating: "0", count: places - fraction.count)
    return "\(scaled / Int(scale)).\(zeros)\(fraction)"
  }
}
