import FoundationEssentials

/// The time of day.
enum Moment {
  /// Seconds since 2001-01-01 00:00:00 UTC.
  static var now: Double { Date().timeIntervalSinceReferenceDate }
}
