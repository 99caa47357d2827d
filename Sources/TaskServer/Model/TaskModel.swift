import ObjectGraph
import PredicateLanguage

/// The built-in model: tasks, their categories, and one object of settings.
enum TaskModel {
  /// Names of the entities.
  static let task = "Task"
  static let category = "Category"
  static let settings = "Settings"

  /// Makes the model.
  ///
  /// - Throws: `ModelError` if it contradicts itself, which a test rules out.
  static func make() throws(ModelError) -> ManagedObjectModel {
    try ManagedObjectModel(
      entities: [taskEntity, categoryEntity, settingsEntity], versionIdentifiers: ["objwire 1"])
  }

  private static var taskEntity: EntityDescription {
    EntityDescription(
      task,
      properties: [
        .attribute(AttributeDescription("taskDescription", .string, isOptional: false)),
        .attribute(AttributeDescription("date", .date)),
        .attribute(AttributeDescription("finished", .boolean, isOptional: false, defaultValue: .boolean(false))),
        .attribute(AttributeDescription("category", .integer32, isOptional: false, defaultValue: .integer(0))),
        .attribute(AttributeDescription("uuid", .string, isOptional: false)),
        .attribute(
          AttributeDescription(
            "notificationEnabled", .boolean, isOptional: false, defaultValue: .boolean(false))),
      ],
      uniquenessConstraints: [["uuid"]],
      fetchIndexes: [
        FetchIndexDescription("byDate", [.init("date")]),
        FetchIndexDescription("byCategory", [.init("category")]),
      ])
  }

  private static var categoryEntity: EntityDescription {
    EntityDescription(
      category,
      properties: [
        .attribute(AttributeDescription("category", .string)),
        .attribute(AttributeDescription("color", .transformable)),
        .attribute(AttributeDescription("number", .integer32, isOptional: false)),
      ],
      uniquenessConstraints: [["number"]])
  }

  private static var settingsEntity: EntityDescription {
    EntityDescription(
      settings,
      properties: [
        .attribute(AttributeDescription("notificationsEnabled", .boolean)),
        .attribute(AttributeDescription("sortedBy", .string)),
      ])
  }
}
