import ObjectGraph
import PredicateLanguage

/// The model of the objects whose answers are written out by hand.
enum AnswerModel {
  static func make() throws -> ManagedObjectModel {
    try ManagedObjectModel(
      entities: [customer, order, item, tag, employee, manager, text, number, value, word])
  }

  private static let name = AttributeDescription("name", .string)

  private static let customer = EntityDescription.of(
    "Customer",
    [
      name, AttributeDescription("city", .string), AttributeDescription("level", .integer32),
      AttributeDescription("vip", .boolean),
    ],
    toMany("orders", "Order", inverse: "customer"))

  private static let order = EntityDescription.of(
    "Order", [name, AttributeDescription("total", .double)],
    RelationshipDescription("customer", to: "Customer", inverse: "orders"),
    toMany("items", "Item", inverse: "order", isOrdered: true))

  private static let item = EntityDescription.of(
    "Item",
    [name, AttributeDescription("price", .double), AttributeDescription("quantity", .integer32)],
    RelationshipDescription("order", to: "Order", inverse: "items"),
    toMany("tags", "Tag", inverse: "items"))

  private static let tag = EntityDescription.of(
    "Tag", [name, AttributeDescription("rank", .integer32)], toMany("items", "Item", inverse: "tags"))

  private static let employee = EntityDescription.of(
    "Employee", [name, AttributeDescription("salary", .integer64)],
    RelationshipDescription("boss", to: "Employee", inverse: "staff"),
    toMany("staff", "Employee", inverse: "boss"))

  private static let manager = EntityDescription.of(
    "Manager", [AttributeDescription("budget", .integer64)], under: "Employee")

  private static let text = EntityDescription.of("Text", [name, AttributeDescription("text", .string)])

  private static let number = EntityDescription.of(
    "Number",
    [
      name, AttributeDescription("n", .integer64), AttributeDescription("r", .double),
      AttributeDescription("b", .boolean), AttributeDescription("d", .decimal),
    ])

  private static let value = EntityDescription.of(
    "Value",
    [
      name, AttributeDescription("when", .date), AttributeDescription("ident", .uuid),
      AttributeDescription("link", .uri), AttributeDescription("bytes", .binary),
    ])

  /// Attributes whose names are words of the language.
  private static let word = EntityDescription.of(
    "Word",
    [
      name, AttributeDescription("first", .string), AttributeDescription("last", .string),
      AttributeDescription("size", .integer32), AttributeDescription("in", .integer32),
      AttributeDescription("like", .string), AttributeDescription("any", .integer32),
      AttributeDescription("count", .integer32),
    ])

  private static func toMany(
    _ name: String, _ entity: String, inverse: String, isOrdered: Bool = false
  ) -> RelationshipDescription {
    RelationshipDescription(name, to: entity, inverse: inverse, maxCount: 0, isOrdered: isOrdered)
  }
}
