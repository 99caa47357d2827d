import PredicateLanguage

/// What may not be saved.
enum Validation {
  /// Every failure of every object, in order of the change set.
  ///
  /// New objects are checked whole, changed ones in what was changed, deleted ones not at all.
  static func failures(of changes: ChangeSet) -> [ValidationFailure] {
    changes.entities.flatMap { entityChanges in
      let requirements = entityChanges.entity.columns.map { ColumnRequirement($0) }
      let restricted = requirements.indices.filter { requirements[$0].isAny }
      return entityChanges.insertions.flatMap { insertion in
        restricted.compactMap { column in
          requirements[column].failure(of: insertion.values[column], insertion.objectID)
        }
      }
        + entityChanges.updates.flatMap { update in
          update.changes.compactMap { change in
            requirements[change.column].failure(of: change.value, update.base.objectID)
          }
        }
    }
  }
}

/// What the values of one column must be like.
private struct ColumnRequirement {
  private let name: String
  private let isOptional: Bool
  /// Nil for none.
  private let rules: AttributeRules?

  init(_ property: PropertyDescription) {
    name = property.name
    isOptional = property.isOptional
    if case .attribute(let attribute) = property, !attribute.rules.isEmpty {
      rules = attribute.rules
    } else {
      rules = nil
    }
  }

  /// Whether there is anything to check.
  var isAny: Bool { !isOptional || rules != nil }

  func failure(of value: AttributeValue, _ objectID: ObjectID) -> ValidationFailure? {
    guard let reason = reason(against: value) else { return nil }
    return ValidationFailure(reason: reason, objectID: objectID, property: name, value: value)
  }

  private func reason(against value: AttributeValue) -> ValidationFailure.Reason? {
    if value == .null { return isOptional ? nil : .missingMandatoryProperty }
    return rules?.reasonAgainst(value)
  }
}
