import PredicateLanguage

extension ModelCheck {
  /// What is wrong with one property, its name aside.
  mutating func checkProperty(_ position: Int, of entity: EntityDescription, _ index: Int) {
    let part = ModelPart.property(entity: index, position)
    switch entity.ownProperties[position] {
    case .attribute(let attribute):
      for reason in attribute.complaints {
        complain(reason, about: part, entity: entity.name, property: attribute.name)
      }
    case .relationship(let relationship):
      for reason in relationship.boundComplaints {
        complain(reason, about: part, entity: entity.name, property: relationship.name)
      }
      checkEnds(of: relationship, at: part, entity, index)
    }
  }

  private mutating func checkEnds(
    of relationship: RelationshipDescription, at part: ModelPart, _ entity: EntityDescription, _ index: Int
  ) {
    let destination = relationship.destinationEntity
    guard let other = lineage.position(of: destination) else {
      complain(
        "its destination entity \(destination) does not exist", about: part, entity: entity.name,
        property: relationship.name, nearest: nearest(destination, in: lineage.names))
      return
    }
    guard let inverseName = relationship.inverseName else { return }
    func note(_ reason: String, _ nearest: String? = nil) {
      self.complain(
        reason, about: part, entity: entity.name, property: relationship.name, nearest: nearest)
    }
    guard let inverse = self.relationship(named: inverseName, of: other) else {
      let positions = [other] + lineage.ancestorPositions(of: other)
      let names = positions.lazy.flatMap { [relationships] in relationships.names(of: $0) }
      note(
        "its inverse \(inverseName) is no relationship of \(destination)", nearest(inverseName, in: names))
      return
    }
    if inverse.inverseName != relationship.name {
      let back = inverse.inverseName.map { "\($0) as its inverse" } ?? "no inverse"
      note("its inverse \(destination).\(inverseName) has \(back)")
    } else if let end = lineage.position(of: inverse.destinationEntity), !lineage.areRelated(end, index) {
      note("its inverse \(destination).\(inverseName) leads to \(inverse.destinationEntity)")
    }
  }

  /// The relationship of that name that the entity at a position has or inherits.
  private func relationship(named name: String, of index: Int) -> RelationshipDescription? {
    if let own = relationships.relationship(named: name, of: index) { return own }
    return lineage.ancestorPositions(of: index).lazy
      .compactMap { relationships.relationship(named: name, of: $0) }.first
  }
}

extension AttributeDescription {
  /// What is wrong with it, its name aside.
  fileprivate var complaints: [String] {
    var reasons: [String] = []
    if type == .undefined, !isTransient {
      reasons.append("it has no type, which only a transient attribute may")
    }
    if !type.accepts(defaultValue) { reasons.append("its default value is not of type \(type.name)") }
    if (type == .composite) == elements.isEmpty {
      reasons.append(
        elements.isEmpty ? "it has no elements" : "it has elements, but is not of type Composite")
    }
    if derivationExpression?.isEmpty ?? false { reasons.append("its derivation expression is empty") }
    return reasons + ruleComplaints + elementComplaints
  }

  private var elementComplaints: [String] {
    elements.flatMap { element in
      let reasons = (ModelCheck.nameComplaint(element.name).map { [$0] } ?? []) + element.complaints
      return reasons.map { "its element \(element.name): \($0)" }
    } + (Set(elements.map(\.name)).count < elements.count ? ["two of its elements have one name"] : [])
  }

  private var ruleComplaints: [String] {
    if rules.isEmpty { return [] }
    var reasons: [String] = []
    let bounds = [("minimum", rules.minimumValue), ("maximum", rules.maximumValue)]
    for (name, bound) in bounds where bound != .null {
      if !type.isOrdered {
        reasons.append("it has a \(name) value, which \(type.name) does not have")
      } else if !type.accepts(bound) {
        reasons.append("its \(name) value is not of type \(type.name)")
      }
    }
    if reasons.isEmpty, AttributeRules.isGreater(rules.minimumValue, than: rules.maximumValue) {
      reasons.append("its minimum value is greater than its maximum value")
    }
    return reasons + lengthComplaints
  }

  private var lengthComplaints: [String] {
    let (minimum, maximum) = (rules.minimumLength, rules.maximumLength)
    let hasTextRule = minimum != nil || maximum != nil || rules.regularExpression != nil
    guard hasTextRule else { return [] }
    if type != .string { return ["it has a rule for strings, but is not of type String"] }
    if (minimum ?? 0) < 0 || (maximum ?? 0) < 0 { return ["a length cannot be negative"] + patternComplaints }
    guard let minimum, let maximum, minimum > maximum else { return patternComplaints }
    return ["its minimum length is greater than its maximum length"] + patternComplaints
  }

  /// What is not supported may be in a model, and is refused where it is used.
  private var patternComplaints: [String] {
    guard let pattern = rules.regularExpression else { return [] }
    do throws(PredicateTextError) {
      _ = try RegularExpression(pattern)
    } catch {
      guard error.kind == .syntax else { return [] }
      let place = error.range.map { " at byte \($0.start)" } ?? ""
      return ["its regular expression cannot be read\(place): \(error)"]
    }
    return []
  }
}

extension RelationshipDescription {
  /// What is wrong with its counts.
  fileprivate var boundComplaints: [String] {
    if minCount < 0 || maxCount < 0 { return ["a count cannot be negative"] }
    if maxCount > 0, minCount > maxCount { return ["its minimum count is greater than its maximum count"] }
    return []
  }
}

extension AttributeType {
  /// Whether values of the type can be bounded.
  fileprivate var isOrdered: Bool {
    switch self {
    case .integer16, .integer32, .integer64, .decimal, .double, .float, .date: true
    default: false
    }
  }
}
