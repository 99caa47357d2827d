import JSONRPC
import ObjectGraph

/// `task.…`: tasks, named by `uuid`.
enum TaskFamily: ObjectFamily {
  typealias Scope = NoMember
  typealias Key = String

  static let prefix = "task"
  static let addVerb = "add"
  static let nouns = (one: "task", many: "tasks")
  static let keyNote = "A task without a uuid gets one."
  static let scopeField = (name: "", summary: "")
  static let keyName = TaskModel.taskKey
  static let sample = ObjectSample.task
  static let shapes = FamilyShapes<TaskFamily>()

  static func entity(
    _ scope: NoMember, in environment: RequestEnvironment
  ) throws(RPCError) -> EntityDescription {
    try environment.entity(environment.server.entities.task, as: .task)
  }
}
