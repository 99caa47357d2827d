package import ObjectGraph
import PredicateLanguage

/// The model that tests of the engine share: one attribute of each type, and every kind of constraint.
package enum ItemModel {
  /// Item: `code` is unique, `left` and `right` are unique together, `title` is required and begins as "new".
  ///
  /// Tag: one optional `name`, so that there is a second entity.
  package static func make() throws(ModelError) -> ManagedObjectModel {
    try ManagedObjectModel(entities: [item, tag])
  }

  private static var item: EntityDescription {
    EntityDescription(
      "Item",
      properties: attributes,
      uniquenessConstraints: [["code"], ["left", "right"]],
      fetchIndexes: [FetchIndexDescription("byTitle", [.init("title")])])
  }

  private static var tag: EntityDescription {
    EntityDescription("Tag", properties: [.attribute(AttributeDescription("name", .string))])
  }

  private static var attributes: [PropertyDescription] {
    let optional: [(String, AttributeType)] = [
      ("code", .string), ("left", .integer32), ("right", .integer32), ("small", .integer16),
      ("large", .integer64), ("price", .decimal), ("ratio", .double), ("part", .float), ("done", .boolean),
      ("due", .date), ("body", .binary), ("ident", .uuid), ("link", .uri), ("extra", .transformable),
    ]
    let title = AttributeDescription("title", .string, isOptional: false, defaultValue: .string("new"))
    return optional.map { .attribute(AttributeDescription($0.0, $0.1)) } + [.attribute(title)]
  }
}
