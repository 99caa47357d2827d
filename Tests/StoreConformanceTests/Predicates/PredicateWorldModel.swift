import ObjectGraph
import PredicateLanguage

/// A model in which predicates have everything to ask for: attributes of every type, each kind of relationship,
/// inheritance over three levels.
enum PredicateWorldModel {
  static func make() throws -> ManagedObjectModel {
    try ManagedObjectModel(entities: [thing, box, chest, item, tag])
  }

  private static let thing = EntityDescription.of(
    "Thing",
    [
      AttributeDescription("name", .string), AttributeDescription("note", .string),
      AttributeDescription("small", .integer16), AttributeDescription("medium", .integer32),
      AttributeDescription("large", .integer64), AttributeDescription("ratio", .double),
      AttributeDescription("part", .float), AttributeDescription("price", .decimal),
      AttributeDescription("done", .boolean), AttributeDescription("due", .date),
      AttributeDescription("ident", .uuid), AttributeDescription("link", .uri),
      AttributeDescription("body", .binary),
    ], isAbstract: true,
    RelationshipDescription("parent", to: "Thing", inverse: "children"),
    toMany("children", "Thing", inverse: "parent"),
    toMany("tags", "Tag", inverse: "things"))

  private static let box = EntityDescription.of(
    "Box", [AttributeDescription("code", .string), AttributeDescription("weight", .double)], under: "Thing",
    toMany("items", "Item", inverse: "box", isOrdered: true),
    RelationshipDescription("cover", to: "Item", inverse: "covered"))

  private static let chest = EntityDescription.of(
    "Chest", [AttributeDescription("depth", .integer16)], under: "Box",
    toMany("secrets", "Item", inverse: "keeper"))

  private static let item = EntityDescription.of(
    "Item", [AttributeDescription("amount", .integer32), AttributeDescription("size", .integer64)],
    under: "Thing",
    RelationshipDescription("box", to: "Box", inverse: "items"),
    RelationshipDescription("covered", to: "Box", inverse: "cover"),
    RelationshipDescription("keeper", to: "Chest", inverse: "secrets"))

  private static let tag = EntityDescription.of(
    "Tag",
    [
      AttributeDescription("name", .string), AttributeDescription("level", .integer32),
      AttributeDescription("weight", .double),
    ],
    toMany("things", "Thing", inverse: "tags", isOrdered: true),
    toMany("peers", "Tag", inverse: "peers"))

  private static func toMany(
    _ name: String, _ entity: String, inverse: String, isOrdered: Bool = false
  ) -> RelationshipDescription {
    RelationshipDescription(name, to: entity, inverse: inverse, maxCount: 0, isOrdered: isOrdered)
  }
}
