extension ModelReader {
  private static let entityParts = [
    "attribute", "relationship", "fetchedProperty", "fetchIndex", "compoundIndexes", "uniquenessConstraints",
    "userInfo",
  ]

  /// Reads an entity with everything in it.
  mutating func readEntity(_ element: ModelElement, in scope: Scope) {
    let index = declaration.entities.count
    let name = element["name"] ?? ""
    let inner = inside(element, of: scope, entity: name)
    places[.entity(index)] = place(of: element, in: scope)
    var entity = EntityDescription.Declaration(
      name: name, superentityName: element["parentEntity"],
      isAbstract: flag("isAbstract", of: element, in: inner), ownProperties: [], uniquenessConstraints: [],
      fetchIndexes: [], fetchedProperties: [], managedObjectClassName: element["representedClassName"],
      renamingIdentifier: element["elementID"], versionHashModifier: element["versionHashModifier"],
      coreSpotlightDisplayNameExpression: element["coreSpotlightDisplayNameExpression"], userInfo: [:])
    for child in element.children { read(child, into: &entity, index, in: inner) }
    addOldIndexes(of: element, to: &entity, index, in: inner)
    entity.userInfo = userInfo(of: element, in: inner)
    declaration.entities.append(EntityDescription(entity))
  }

  private mutating func read(
    _ element: ModelElement, into entity: inout EntityDescription.Declaration, _ index: Int, in scope: Scope
  ) {
    switch element.name {
    case "attribute":
      places[.property(entity: index, entity.ownProperties.count)] = place(of: element, in: scope)
      entity.ownProperties.append(.attribute(attribute(element, in: scope)))
    case "relationship":
      places[.property(entity: index, entity.ownProperties.count)] = place(of: element, in: scope)
      entity.ownProperties.append(.relationship(relationship(element, in: scope)))
    case "fetchedProperty":
      places[.fetchedProperty(entity: index, entity.fetchedProperties.count)] = place(of: element, in: scope)
      entity.fetchedProperties.append(fetchedProperty(element, in: scope))
    case "fetchIndex":
      places[.fetchIndex(entity: index, entity.fetchIndexes.count)] = place(of: element, in: scope)
      entity.fetchIndexes.append(fetchIndex(element, in: scope))
    case "uniquenessConstraints": readConstraints(element, into: &entity, index, in: scope)
    // Read with all properties known.
    case "compoundIndexes", "userInfo": break
    default: refuse(element, in: scope, known: Self.entityParts)
    }
  }

  private mutating func readConstraints(
    _ element: ModelElement, into entity: inout EntityDescription.Declaration, _ index: Int, in scope: Scope
  ) {
    let inner = inside(element, of: scope)
    for constraint in element.children {
      guard constraint.name == "uniquenessConstraint" else {
        refuse(constraint, in: inner, known: ["uniquenessConstraint"])
        continue
      }
      places[.constraint(entity: index, entity.uniquenessConstraints.count)] = place(
        of: constraint, in: inner)
      entity.uniquenessConstraints.append(values(of: constraint, each: "constraint", in: inner))
    }
  }

  /// The `value` of each child of a name.
  private mutating func values(
    of element: ModelElement, each name: String, in scope: Scope
  ) -> [String] {
    let inner = inside(element, of: scope)
    return element.children.compactMap { child in
      guard child.name == name else {
        refuse(child, in: inner, known: [name])
        return nil
      }
      return required("value", of: child, in: inner)
    }
  }
}

// MARK: - Indexes

extension ModelReader {
  private mutating func fetchIndex(_ element: ModelElement, in scope: Scope) -> FetchIndexDescription {
    let inner = inside(element, of: scope)
    var elements: [FetchIndexDescription.Element] = []
    for child in element.children {
      if child.name == "fetchIndexElement" {
        elements.append(indexElement(child, in: inner))
      } else {
        refuse(child, in: inner, known: ["fetchIndexElement"])
      }
    }
    return FetchIndexDescription(
      required("name", of: element, in: scope), elements,
      partialIndexPredicate: predicate("partialIndexPredicate", of: element))
  }

  private mutating func indexElement(
    _ element: ModelElement, in scope: Scope
  ) -> FetchIndexDescription.Element {
    let expression = element["expression"]
    return FetchIndexDescription.Element(
      expression == nil ? required("property", of: element, in: scope) : element["property"] ?? "",
      ascending: choice("order", ["ascending", "descending"], of: element, in: scope) == 0,
      collation: choice("type", ["Binary", "RTree"], of: element, in: scope) == 0 ? .binary : .rTree,
      expression: expression)
  }

  /// The position of an attribute's word among some; the first if it is not there.
  private mutating func choice(
    _ name: String, _ words: [String], of element: ModelElement, in scope: Scope
  ) -> Int {
    guard let text = element[name] else { return 0 }
    if let index = words.firstIndex(of: text) { return index }
    complain(
      "\(name) is \"\(text)\", and must be \(words.joined(separator: " or "))", at: element, in: scope)
    return 0
  }

  /// `indexed="YES"` and `compoundIndexes`, which fetch indexes have replaced in Xcode 9.
  ///
  /// They are named as Xcode names them when it converts them: `byNameIndex`.
  private mutating func addOldIndexes(
    of element: ModelElement, to entity: inout EntityDescription.Declaration, _ index: Int, in scope: Scope
  ) {
    var lists: [([String], ModelElement)] = []
    for child in element.children(named: "attribute") where flag("indexed", of: child, in: scope) {
      if child["transient"] != "YES" { lists.append(([child["name"] ?? ""], child)) }
    }
    for list in element.children(named: "compoundIndexes") {
      let inner = inside(list, of: scope)
      for child in list.children {
        if child.name == "compoundIndex" {
          lists.append((values(of: child, each: "index", in: inner), child))
        } else {
          refuse(child, in: inner, known: ["compoundIndex"])
        }
      }
    }
    var names = IndexNames(taken: Set(entity.fetchIndexes.map(\.name)))
    for (properties, child) in lists {
      let name = names.next(for: properties)
      places[.fetchIndex(entity: index, entity.fetchIndexes.count)] = place(of: child, in: scope)
      entity.fetchIndexes.append(
        FetchIndexDescription(name, properties.map { FetchIndexDescription.Element($0) }))
    }
  }
}

/// Makes names for the indexes of an entity, each once.
private struct IndexNames {
  var taken: Set<String>
  /// The number that was given last to a name that was taken.
  private var numbers: [String: Int] = [:]

  init(taken: Set<String>) {
    self.taken = taken
  }

  mutating func next(for properties: [String]) -> String {
    let base = "by" + properties.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined() + "Index"
    var name = base
    var number = numbers[base] ?? 1
    while taken.contains(name) {
      number += 1
      name = base + String(number)
    }
    numbers[base] = number
    taken.insert(name)
    return name
  }
}
