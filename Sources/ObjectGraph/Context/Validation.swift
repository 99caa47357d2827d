import PredicateLanguage

/// What may not be saved.
enum Validation {
  /// Every failure of every object, in order of the change set.
  ///
  /// New objects are checked whole, changed ones in what was changed, deleted ones not at all.
  static func failures(of changes: ChangeSet) -> [ValidationFailure] {
    changes.entities.flatMap { entityChanges in
      let entity = entityChanges.entity
      return entityChanges.insertions.flatMap { insertion in
        insertion.values.enumerated().compactMap { column, value in
          failure(of: value, entity.columns[column], insertion.objectID)
        }
      }
        + entityChanges.updates.flatMap { update in
          update.changes.compactMap { change in
            failure(of: change.value, entity.columns[change.column], update.base.objectID)
          }
        }
    }
  }

  private static func failure(
    of value: AttributeValue, _ property: PropertyDescription, _ objectID: ObjectID
  ) -> ValidationFailure? {
    guard value == .null, !property.isOptional else { return nil }
    return ValidationFailure(
      reason: .missingMandatoryProperty, objectID: objectID, property: property.name, value: value)
  }
}
