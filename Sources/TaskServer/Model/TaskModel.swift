package import ObjectGraph
import PredicateLanguage

/// The model that objwire brings along: tasks, their categories, one settings object.
package enum TaskModel {
  /// Name of the entity of tasks.
  package static let task = "Task"

  /// Name of the entity of categories.
  package static let category = "Category"

  /// Name of the entity whose one object holds the settings.
  package static let settings = "Settings"

  /// The attribute that names a task for its users: text, unique, compared by its bytes.
  package static let taskKey = "uuid"

  /// The attribute that names a category for its users: an integer, unique.
  package static let categoryKey = "number"

  /// The attribute that names an entity's objects for people, beside their object IDs; nil if it has none.
  ///
  /// An entity of the same name in another model has one only if it is of the same kind and unique there, too.
  static func key(of entity: EntityDescription) -> String? {
    EntityRole.all.first { $0.isKey && $0.isPlayed(by: entity) }?.attributes.first?.name
  }

  /// Builds the model.
  ///
  /// - Throws: `ModelError` only if the declarations below were wrong.
  package static func make() throws(ModelError) -> ManagedObjectModel {
    try ManagedObjectModel(entities: [taskEntity, categoryEntity, settingsEntity])
  }

  /// Keys have no default: whoever inserts gives one, or objwire makes one.
  private static var taskEntity: EntityDescription {
    EntityDescription(
      task,
      properties: [
        .attribute(AttributeDescription("taskDescription", .string, isOptional: false)),
        .attribute(AttributeDescription("date", .date)),
        flag("finished"),
        .attribute(
          AttributeDescription("category", .integer32, isOptional: false, defaultValue: .integer(0))),
        .attribute(AttributeDescription(taskKey, .string, isOptional: false)),
        flag("notificationEnabled"),
      ],
      uniquenessConstraints: [[taskKey]],
      fetchIndexes: [
        FetchIndexDescription("byDate", [FetchIndexDescription.Element("date")]),
        FetchIndexDescription("byCategory", [FetchIndexDescription.Element("category")]),
      ])
  }

  private static var categoryEntity: EntityDescription {
    EntityDescription(
      category,
      properties: [
        .attribute(AttributeDescription("category", .string, isOptional: false)),
        .attribute(AttributeDescription("color", .transformable)),
        .attribute(AttributeDescription(categoryKey, .integer32, isOptional: false)),
      ],
      uniquenessConstraints: [[categoryKey]])
  }

  /// Optional: a setting that was never made is null.
  private static var settingsEntity: EntityDescription {
    EntityDescription(
      settings,
      properties: [
        .attribute(AttributeDescription("notificationsEnabled", .boolean)),
        .attribute(AttributeDescription("sortedBy", .string)),
      ])
  }

  private static func flag(_ name: String) -> PropertyDescription {
    .attribute(AttributeDescription(name, .boolean, isOptional: false, defaultValue: .boolean(false)))
  }
}
