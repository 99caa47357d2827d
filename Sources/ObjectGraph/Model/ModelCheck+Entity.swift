extension ModelCheck {
  /// What is wrong with one entity and what it declares.
  mutating func checkEntity(_ index: Int) {
    let entity = declaration.entities[index]
    let part = ModelPart.entity(index)
    if let reason = Self.nameComplaint(entity.name) { complain(reason, about: part, entity: entity.name) }
    if lineage.position(of: entity.name) != index {
      complain("another entity has this name", about: part, entity: entity.name)
    }
    checkSuperentity(of: entity, index)
    let properties = PropertyTable(entity, ancestors: lineage.ancestors(of: index))
    checkNames(of: entity, index, properties)
    for position in entity.ownProperties.indices { checkProperty(position, of: entity, index) }
    for (position, property) in entity.fetchedProperties.enumerated() {
      check(property, at: .fetchedProperty(entity: index, position), of: entity)
    }
    checkConstraints(of: entity, index, properties)
    checkFetchIndexes(of: entity, index, properties)
  }

  private mutating func checkSuperentity(of entity: EntityDescription, _ index: Int) {
    guard let parent = entity.superentityName else { return }
    let part = ModelPart.entity(index)
    guard lineage.position(of: parent) != nil else {
      complain(
        "its superentity \(parent) does not exist", about: part, entity: entity.name,
        nearest: nearest(parent, in: lineage.names))
      return
    }
    switch lineage.ancestry(of: index) {
    case .known: break
    case .cyclic: complain("it inherits from itself", about: part, entity: entity.name)
    case .tooLong:
      complain(
        "it inherits from more than \(ModelLimit.inheritance) entities", about: part, entity: entity.name)
    }
  }

  private mutating func checkNames(of entity: EntityDescription, _ index: Int, _ properties: PropertyTable) {
    let parts =
      entity.ownProperties.indices.map { ModelPart.property(entity: index, $0) }
      + entity.fetchedProperties.indices.map { ModelPart.fetchedProperty(entity: index, $0) }
    var seen: Set<String> = []
    for (name, part) in zip(entity.ownNames, parts) {
      func note(_ reason: String) {
        self.complain(reason, about: part, entity: entity.name, property: name)
      }
      if let reason = Self.nameComplaint(name) { note(reason) }
      if ReservedName.all.contains(name) { note("its name is reserved: every object has a method \(name)") }
      if !seen.insert(name).inserted { note("another property has this name") }
      if properties.inheritedNames.contains(name) { note("an inherited property has this name") }
    }
  }

  private mutating func check(
    _ property: FetchedPropertyDescription, at part: ModelPart, of entity: EntityDescription
  ) {
    checkPredicate(
      of: property.fetchRequest, "its predicate", about: part, entity: entity.name, property: property.name)
    let destination = property.fetchRequest.entityName
    guard lineage.position(of: destination) == nil else { return }
    complain(
      "its fetch request is for the entity \(destination), which does not exist", about: part,
      entity: entity.name, property: property.name, nearest: nearest(destination, in: lineage.names))
  }

  private mutating func checkConstraints(
    of entity: EntityDescription, _ index: Int, _ properties: PropertyTable
  ) {
    for (position, constraint) in entity.uniquenessConstraints.enumerated() {
      let part = ModelPart.constraint(entity: index, position)
      if constraint.isEmpty {
        complain("a uniqueness constraint names no property", about: part, entity: entity.name)
      }
      for name in constraint where !properties.hasColumn(name) {
        complain(
          "a uniqueness constraint names it, but it is not a stored property", about: part,
          entity: entity.name, property: name, nearest: nearest(name, in: properties.columnNames))
      }
    }
  }

  private mutating func checkFetchIndexes(
    of entity: EntityDescription, _ index: Int, _ properties: PropertyTable
  ) {
    var seen: Set<String> = []
    for (position, fetchIndex) in entity.fetchIndexes.enumerated() {
      let part = ModelPart.fetchIndex(entity: index, position)
      if !seen.insert(fetchIndex.name).inserted {
        complain("two fetch indexes are named \(fetchIndex.name)", about: part, entity: entity.name)
      }
      checkPredicate(
        fetchIndex.partialIndexPredicate, "the predicate of the fetch index \(fetchIndex.name)", about: part,
        entity: entity.name)
      if fetchIndex.elements.isEmpty {
        complain("fetch index \(fetchIndex.name) names no property", about: part, entity: entity.name)
      }
      for element in fetchIndex.elements where element.expression == nil {
        let name = element.property
        if properties.hasColumn(name) { continue }
        complain(
          "fetch index \(fetchIndex.name) names it, but it is not a stored property", about: part,
          entity: entity.name, property: name, nearest: nearest(name, in: properties.columnNames))
      }
    }
  }
}

extension EntityDescription {
  /// The names of everything it declares itself, fetched properties last.
  fileprivate var ownNames: [String] { ownProperties.map(\.name) + fetchedProperties.map(\.name) }
}

/// The names that an entity's constraints and indexes may use.
private struct PropertyTable {
  let columnNames: Set<String>
  let inheritedNames: Set<String>

  init(_ entity: EntityDescription, ancestors: [EntityDescription]) {
    let properties = ([entity] + ancestors).flatMap(\.ownProperties)
    columnNames = Set(properties.filter(\.isColumn).map(\.name))
    inheritedNames = Set(ancestors.flatMap(\.ownNames))
  }

  func hasColumn(_ name: String) -> Bool { columnNames.contains(name) }
}
