package import JSON
import JSONRPC
package import ObjectGraph

/// One thing that a migration changes, as clients see it.
struct WireMigrationStep: WireShape {
  var action: String
  var entity: String
  var properties: [String]
  var oldName: String?
  var newName: String?
  var summary: String

  static let shape = Shape(
    Self.init(action:entity:properties:oldName:newName:summary:),
    Field("action", "What is done: `addAttribute`, `renameEntity`, `makeRequired` and so on.") { $0.action },
    Field("entity", "The entity in the new model; in the old one where something is removed.") { $0.entity },
    Field("properties", "The property, or those of a constraint; empty for an entity or an index.") {
      $0.properties
    },
    Field("oldName", "The name before, where the action is about one.") { $0.oldName },
    Field("newName", "The name after, where the action is about one.") { $0.newName },
    Field("summary", "The same for people.") { $0.summary })
}

extension WireMigrationStep {
  init(_ step: MigrationStep) {
    self.init(
      action: step.action.rawValue, entity: step.entity, properties: step.properties, oldName: step.oldName,
      newName: step.newName, summary: step.description)
  }

  /// The same without a method's reply around it.
  var json: JSONValue {
    var members: JSONObject = [
      "action": .string(action), "entity": .string(entity),
      "properties": .array(properties.map { .string($0) }),
    ]
    if let oldName { members["oldName"] = .string(oldName) }
    if let newName { members["newName"] = .string(newName) }
    members["summary"] = .string(summary)
    return .object(members)
  }
}

/// What a migration throws away, as clients see it.
struct WireMigrationLoss: WireShape {
  var entity: String
  var property: String?
  var count: Int

  static let shape = Shape(
    Self.init(entity:property:count:), Field("entity", "The entity in the old model.") { $0.entity },
    Field("property", "The property whose values go; absent where whole objects go.") { $0.property },
    Field("count", "Objects that go, or that have a value.") { $0.count })
}

extension WireMigrationLoss {
  init(_ loss: MigrationLoss) {
    self.init(entity: loss.entity, property: loss.property, count: loss.count ?? 0)
  }

  /// The same without a method's reply around it.
  var json: JSONValue {
    var members: JSONObject = ["entity": .string(entity)]
    if let property { members["property"] = .string(property) }
    members["count"] = .integer(Int64(count))
    return .object(members)
  }
}

extension MigrationPlan {
  /// For programs that are no clients: `{"steps": […], "losses": […]}`.
  package var json: JSONObject {
    [
      "steps": .array(steps.map { WireMigrationStep($0).json }),
      "losses": .array(losses.map { WireMigrationLoss($0).json }),
    ]
  }
}
