import ObjectGraph
import PredicateLanguage

/// The entity of the C table, as the engine knows it.
enum BenchmarkModel {
  static func make() throws(ModelError) -> ManagedObjectModel {
    let attributes = [
      AttributeDescription("category", .integer32, defaultValue: .integer(0)),
      AttributeDescription("date", .date),
      AttributeDescription("finished", .boolean, defaultValue: .boolean(false)),
      AttributeDescription("notificationEnabled", .boolean, defaultValue: .boolean(false)),
      AttributeDescription("taskDescription", .string),
      AttributeDescription("uuid", .string, isOptional: false),
    ]
    let task = EntityDescription(
      "Task", properties: attributes.map { .attribute($0) }, uniquenessConstraints: [["uuid"]])
    return try ManagedObjectModel(entities: [task])
  }

  /// One value for each column; columns are ordered by name, as the attributes above are.
  static func values(of row: TaskRow) -> [AttributeValue] {
    [
      .integer(row.category), .date(row.date), .boolean(row.isFinished), .boolean(row.isNotificationEnabled),
      .string(row.description), .string(row.uuid),
    ]
  }
}
