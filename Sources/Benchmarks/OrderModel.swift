import ObjectGraph

/// Orders, each of a customer and of a product: the tables that orders.c makes.
enum OrderModel {
  static func make() throws(ModelError) -> ManagedObjectModel {
    try ManagedObjectModel(entities: [owner("Customer"), order, owner("Product")])
  }

  private static func owner(_ name: String) -> EntityDescription {
    EntityDescription(
      name,
      properties: [
        .attribute(AttributeDescription("name", .string)),
        .relationship(
          RelationshipDescription("orders", to: "Order", inverse: inverse(of: name), maxCount: 0)),
      ])
  }

  private static func inverse(of name: String) -> String { name == "Customer" ? "customer" : "product" }

  private static var order: EntityDescription {
    EntityDescription(
      "Order",
      properties: [
        .attribute(AttributeDescription("date", .date)),
        .attribute(AttributeDescription("note", .string)),
        .attribute(AttributeDescription("quantity", .integer32)),
        .relationship(RelationshipDescription("customer", to: "Customer", inverse: "orders")),
        .relationship(RelationshipDescription("product", to: "Product", inverse: "orders")),
      ])
  }
}
