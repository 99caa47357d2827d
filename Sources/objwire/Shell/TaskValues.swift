import JSON

/// The properties of a task that options give.
struct TaskValues {
  /// As `values` of `task.add` and `task.update` have them.
  let members: JSONObject

  init(_ options: ShellOptions, text: String?) {
    var members = JSONObject()
    if let text { members["taskDescription"] = .string(text) }
    switch options.date {
    case .set(let date): members["date"] = .string(date)
    case .remove: members["date"] = .null
    case nil: break
    }
    if let category = options.category { members["category"] = .integer(Int64(category)) }
    if let uuid = options.uuid { members["uuid"] = .string(uuid) }
    if let notifies = options.notifies { members["notificationEnabled"] = .bool(notifies) }
    if let finished = options.finished { members["finished"] = .bool(finished) }
    self.members = members
  }
}
