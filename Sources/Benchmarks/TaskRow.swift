/// One made-up task, as Swift values.
struct TaskRow {
  let category: Int64
  let isFinished: Bool
  let isNotificationEnabled: Bool
  /// Whole seconds since 2001-01-01 UTC.
  let date: Double
  let description: String
  let uuid: String
}
