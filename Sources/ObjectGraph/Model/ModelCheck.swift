/// Finds everything that is wrong with a list of entities.
enum ModelCheck {
  static func complaints(about entities: [EntityDescription]) -> [ModelError.Complaint] {
    var complaints: [ModelError.Complaint] = []
    for (index, entity) in entities.enumerated() {
      var sink = Sink(entity: entity.name)
      check(entity, at: index, among: entities, into: &sink)
      checkProperties(of: entity, among: entities, into: &sink)
      checkConstraints(of: entity, among: entities, into: &sink)
      complaints += sink.complaints
    }
    return complaints
  }

  private struct Sink {
    let entity: String
    var complaints: [ModelError.Complaint] = []

    mutating func complain(_ reason: String, of property: String? = nil) {
      complaints.append(ModelError.Complaint(entity: entity, property: property, reason: reason))
    }
  }

  private static func check(
    _ entity: EntityDescription, at index: Int, among entities: [EntityDescription], into sink: inout Sink
  ) {
    if let reason = nameComplaint(entity.name) { sink.complain(reason) }
    if entities[..<index].contains(where: { $0.name == entity.name }) {
      sink.complain("another entity has this name")
    }
    guard let parent = entity.superentityName else { return }
    if !entities.contains(where: { $0.name == parent }) {
      sink.complain("its superentity \(parent) does not exist")
    } else if ancestors(of: entity, among: entities) == nil {
      sink.complain("it inherits from itself")
    }
  }

  private static func checkProperties(
    of entity: EntityDescription, among entities: [EntityDescription], into sink: inout Sink
  ) {
    let inherited = (ancestors(of: entity, among: entities) ?? []).flatMap(\.ownProperties)
    for (index, property) in entity.ownProperties.enumerated() {
      if let reason = nameComplaint(property.name) { sink.complain(reason, of: property.name) }
      if entity.ownProperties[..<index].contains(where: { $0.name == property.name }) {
        sink.complain("another property has this name", of: property.name)
      }
      if inherited.contains(where: { $0.name == property.name }) {
        sink.complain("an inherited property has this name", of: property.name)
      }
      checkOne(property, among: entities, into: &sink)
    }
  }

  private static func checkOne(
    _ property: PropertyDescription, among entities: [EntityDescription], into sink: inout Sink
  ) {
    switch property {
    case .attribute(let attribute):
      if !attribute.type.accepts(attribute.defaultValue) {
        sink.complain("its default value is not of type \(attribute.type.name)", of: attribute.name)
      }
    case .relationship(let relationship):
      if !entities.contains(where: { $0.name == relationship.destinationEntity }) {
        sink.complain(
          "its destination entity \(relationship.destinationEntity) does not exist", of: relationship.name)
      }
    }
  }

  private static func checkConstraints(
    of entity: EntityDescription, among entities: [EntityDescription], into sink: inout Sink
  ) {
    let properties =
      entity.ownProperties + (ancestors(of: entity, among: entities) ?? []).flatMap(\.ownProperties)
    func hasColumn(_ name: String) -> Bool { properties.contains { $0.name == name && $0.isColumn } }
    for constraint in entity.uniquenessConstraints {
      if constraint.isEmpty { sink.complain("a uniqueness constraint names no property") }
      for name in constraint where !hasColumn(name) {
        sink.complain("a uniqueness constraint names it, but it is not a stored property", of: name)
      }
    }
    for index in entity.fetchIndexes {
      for element in index.elements where !hasColumn(element.property) {
        sink.complain(
          "fetch index \(index.name) names it, but it is not a stored property", of: element.property)
      }
    }
  }

  /// Superentities from the nearest up; nil for a cycle.
  private static func ancestors(
    of entity: EntityDescription, among entities: [EntityDescription]
  ) -> [EntityDescription]? {
    var result: [EntityDescription] = []
    var next = entity.superentityName
    while let name = next, let parent = entities.first(where: { $0.name == name }) {
      guard result.count < entities.count else { return nil }
      result.append(parent)
      next = parent.superentityName
    }
    return result
  }

  /// Core Data's rule for names of entities and properties: a C identifier.
  private static func nameComplaint(_ name: String) -> String? {
    let isLetter: (UInt8) -> Bool = { ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A || $0 == 0x5F }
    let isDigit: (UInt8) -> Bool = { $0 >= 0x30 && $0 <= 0x39 }
    guard let first = name.utf8.first else { return "its name is empty" }
    let isIdentifier = isLetter(first) && name.utf8.allSatisfy { isLetter($0) || isDigit($0) }
    return isIdentifier ? nil : "its name is not made of letters, digits and _ alone"
  }
}
