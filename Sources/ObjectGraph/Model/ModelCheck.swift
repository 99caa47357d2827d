import Spelling

/// Finds everything that is wrong with a declaration.
///
/// In one pass over entities and properties with names looked up in tables, so that large models take no longer than
/// reading them.
struct ModelCheck {
  let declaration: ModelDeclaration
  let lineage: Lineage
  let relationships: RelationshipTable
  private(set) var findings: [ModelFinding] = []
  private var hintCount = 0

  /// In order of declaration; configurations and fetch requests last, by name.
  ///
  /// - Complexity: O(properties, inherited ones counted again for each subentity).
  static func findings(about declaration: ModelDeclaration) -> [ModelFinding] {
    var check = ModelCheck(declaration)
    check.checkCount()
    // What follows would take its time from what is refused already.
    guard check.findings.isEmpty else { return check.findings }
    for index in declaration.entities.indices { check.checkEntity(index) }
    check.checkConfigurations()
    check.checkFetchRequests()
    return check.findings
  }

  private init(_ declaration: ModelDeclaration) {
    self.declaration = declaration
    lineage = Lineage(declaration.entities)
    relationships = RelationshipTable(declaration.entities)
  }

  /// Notes what is wrong.
  mutating func complain(
    _ reason: String, about part: ModelPart, entity: String? = nil, property: String? = nil,
    nearest: String? = nil
  ) {
    let complaint = ModelError.Complaint(entity: entity, property: property, reason: reason, nearest: nearest)
    findings.append(ModelFinding(part: part, complaint: complaint))
  }

  /// The name that was probably meant; nil when too many were looked for already, and for names of one or two letters,
  /// which are near to everything.
  mutating func nearest(_ name: String, in names: some Sequence<String>) -> String? {
    if name.utf8.count < 3 { return nil }
    hintCount += 1
    return hintCount > ModelLimit.hints ? nil : NearestName.of(name, in: names)
  }

  private mutating func checkCount() {
    let count = declaration.entities.count
    if count > ModelLimit.entities {
      complain("the model has \(count) entities, more than \(ModelLimit.entities)", about: .model)
      return
    }
    let propertyCount = propertyCount
    if propertyCount > ModelLimit.properties {
      complain(
        "the model has \(propertyCount) properties, inherited ones counted again, more than "
          + "\(ModelLimit.properties)", about: .model)
    }
  }

  /// Properties of all entities, own and inherited.
  private var propertyCount: Int {
    let own = declaration.entities.map(\.ownProperties.count)
    return own.indices.reduce(0) { count, index in
      lineage.ancestorPositions(of: index).reduce(count + own[index]) { $0 + own[$1] }
    }
  }

  /// Core Data's rule for names of entities and properties: a C identifier.
  static func nameComplaint(_ name: String) -> String? {
    let isLetter: (UInt8) -> Bool = { ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A || $0 == 0x5F }
    let isDigit: (UInt8) -> Bool = { $0 >= 0x30 && $0 <= 0x39 }
    guard let first = name.utf8.first else { return "its name is empty" }
    let isIdentifier = isLetter(first) && name.utf8.allSatisfy { isLetter($0) || isDigit($0) }
    return isIdentifier ? nil : "its name is not made of letters, digits and _ alone"
  }
}

// MARK: - Parts outside of entities

extension ModelCheck {
  private mutating func checkConfigurations() {
    for (name, members) in declaration.configurations.sorted(by: { $0.key < $1.key }) {
      for member in members where lineage.position(of: member) == nil {
        complain(
          "configuration \(name) names the entity \(member), which does not exist",
          about: .configuration(name), nearest: nearest(member, in: lineage.names))
      }
    }
  }

  private mutating func checkFetchRequests() {
    for (name, request) in declaration.fetchRequestTemplates.sorted(by: { $0.key < $1.key }) {
      let part = ModelPart.fetchRequest(name)
      checkPredicate(of: request, "the predicate of the fetch request \(name)", about: part)
      guard lineage.position(of: request.entityName) == nil else { continue }
      complain(
        "fetch request \(name) is for the entity \(request.entityName), which does not exist",
        about: part, nearest: nearest(request.entityName, in: lineage.names))
    }
  }
}
