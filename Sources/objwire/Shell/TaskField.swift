/// Properties of a task, as `--fields`, `--sort` and predicates name them.
enum TaskField: String, CaseIterable {
  case uuid
  case finished
  case date
  case category
  case notificationEnabled
  case taskDescription

  /// What is printed unless `--fields` says otherwise, for programs: the text comes last.
  static let all = allCases.map(\.rawValue)

  /// What is printed unless `--fields` says otherwise, on a terminal.
  static func shown(withFinished: Bool) -> [String] {
    let fields: [TaskField] =
      withFinished
      ? [.uuid, .finished, .date, .category, .taskDescription] : [.uuid, .date, .category, .taskDescription]
    return fields.map(\.rawValue)
  }
}
