import ObjectGraph

/// Departments, employees and rooms, with every kind of relationship.
enum StaffTestModel {
  static func make() throws -> ManagedObjectModel {
    let name = PropertyDescription.attribute(AttributeDescription("name", .string))
    return try ManagedObjectModel(entities: [
      EntityDescription(
        "Department",
        properties: [
          name, many("employees", "Employee", "department", isOrdered: true),
          many("rooms", "Room", "department", rule: .cascade),
        ]),
      EntityDescription("Person", isAbstract: true, properties: [name, one("partner", "Person", "partner")]),
      EntityDescription(
        "Employee", superentity: "Person",
        properties: [
          .attribute(AttributeDescription("age", .integer16)), one("department", "Department", "employees"),
          one("mentor", "Manager", "pupils"), many("friends", "Employee", "friends"),
        ]),
      EntityDescription(
        "Manager", superentity: "Employee",
        properties: [
          .attribute(AttributeDescription("budget", .integer64)), many("pupils", "Employee", "mentor"),
        ]),
      EntityDescription(
        "Room",
        properties: [
          name, one("department", "Department", "rooms"), many("keys", "Key", "room", rule: .deny),
        ]),
      EntityDescription("Key", properties: [name, one("room", "Room", "keys", isOptional: false)]),
      EntityDescription(
        "Team",
        properties: [
          name,
          .relationship(
            RelationshipDescription(
              "members", to: "Employee", inverse: nil, isOptional: false, minCount: 2, maxCount: 3)),
        ]),
    ])
  }

  private static func one(
    _ name: String, _ entity: String, _ inverse: String, isOptional: Bool = true
  ) -> PropertyDescription {
    .relationship(RelationshipDescription(name, to: entity, inverse: inverse, isOptional: isOptional))
  }

  private static func many(
    _ name: String, _ entity: String, _ inverse: String, isOrdered: Bool = false,
    rule: RelationshipDescription.DeleteRule = .nullify
  ) -> PropertyDescription {
    .relationship(
      RelationshipDescription(
        name, to: entity, inverse: inverse, maxCount: 0, isOrdered: isOrdered, deleteRule: rule))
  }
}
