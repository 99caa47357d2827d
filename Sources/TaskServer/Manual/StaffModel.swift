package import ObjectGraph

/// The model of the manual's examples about relationships.
package enum StaffModel {
  /// What the manual calls it.
  package static let name = "Staff"

  /// Builds the model.
  ///
  /// - Throws: `ModelError` only if the declarations below were wrong.
  package static func make() throws(ModelError) -> ManagedObjectModel {
    let title = PropertyDescription.attribute(AttributeDescription("name", .string, isOptional: false))
    let department = RelationshipDescription("department", to: "Department", inverse: "employees")
    let employees = RelationshipDescription(
      "employees", to: "Employee", inverse: "department", maxCount: 0, isOrdered: true)
    let budget = AttributeDescription("budget", .integer64)
    return try ManagedObjectModel(entities: [
      EntityDescription("Department", properties: [title, .relationship(employees)]),
      EntityDescription("Employee", properties: [title, .relationship(department)]),
      EntityDescription("Manager", superentity: "Employee", properties: [.attribute(budget)]),
    ])
  }

  /// A department with one member, Ada; Bea has none.
  static let setup = [
    #"object.insert {"entity": "Department", "values": {"name": "Sales"}, "save": true}"#,
    #"object.insert {"entity": "Employee", "values": {"name": "Ada", "department": "\#(department)"}, "save": true}"#,
    #"object.insert {"entity": "Manager", "values": {"name": "Bea", "budget": 500}, "save": true}"#,
  ]

  static let department = "x-coredata://\(ObjectSample.store)/Department/p1"
  static let ada = "x-coredata://\(ObjectSample.store)/Employee/p1"
  static let bea = "x-coredata://\(ObjectSample.store)/Manager/p2"
}
