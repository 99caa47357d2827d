import ObjectGraph
import PredicateLanguage

/// What the task manager keeps, as three models of one entity each.
enum TutorialModel {
  /// All of it, merged.
  static func make() throws(ModelError) -> ManagedObjectModel {
    ValueTransformers.set(ColorTransformer(), forName: ColorTransformer.name)
    return try ManagedObjectModel(merging: [
      ManagedObjectModel(entities: [task], versionIdentifiers: ["tasks 1"]),
      ManagedObjectModel(entities: [category], versionIdentifiers: ["categories 1"]),
      ManagedObjectModel(entities: [settings]),
    ])
  }

  private static var task: EntityDescription {
    EntityDescription(
      "Task",
      properties: [
        .attribute(AttributeDescription("category", .integer32, defaultValue: .integer(0))),
        .attribute(AttributeDescription("date", .date)),
        .attribute(AttributeDescription("finished", .boolean)),
        .attribute(AttributeDescription("notificationEnabled", .boolean)),
        .attribute(AttributeDescription("taskDescription", .string)),
        .attribute(AttributeDescription("uuid", .string)),
      ],
      fetchIndexes: [FetchIndexDescription("byUUID", [FetchIndexDescription.Element("uuid")])])
  }

  private static var category: EntityDescription {
    EntityDescription(
      "Category",
      properties: [
        .attribute(AttributeDescription("category", .string)),
        .attribute(
          AttributeDescription("color", .transformable, valueTransformerName: ColorTransformer.name)),
      ])
  }

  private static var settings: EntityDescription {
    EntityDescription(
      "Settings",
      properties: [
        .attribute(AttributeDescription("notificationsEnabled", .boolean)),
        .attribute(AttributeDescription("sortedBy", .string)),
      ])
  }
}
