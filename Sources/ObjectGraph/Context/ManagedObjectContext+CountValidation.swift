import PredicateLanguage

/// What may not be saved because of how many objects are at the other end of a relationship.
extension ManagedObjectContext {
  /// Every failure of new objects, of those whose to-many relationships changed, and of those that are to be deleted.
  func relationshipFailures(of changes: ChangeSet) throws(StoreError) -> [ValidationFailure] {
    var failures: [ValidationFailure] = []
    for entityChanges in changes.entities {
      let relationships = entityChanges.entity.relationships
      let counted = relationships.filter { $0.isToMany && $0.description.boundsItsCount }
      for insertion in entityChanges.insertions {
        for relationship in counted {
          try check(relationship, insertion.objectID, &failures)
        }
      }
      for update in entityChanges.updates {
        for relationship in counted where update.changedRelationships.contains(relationship.name) {
          try check(relationship, update.base.objectID, &failures)
        }
      }
      for relationship in relationships where relationship.description.deleteRule == .deny {
        for deletion in entityChanges.deletions { try check(relationship, deletion, &failures) }
      }
    }
    return failures
  }

  private func check(
    _ relationship: ResolvedRelationship, _ objectID: ObjectID, _ failures: inout [ValidationFailure]
  ) throws(StoreError) {
    let count = try memberCount(of: relationship, objectID)
    guard let reason = relationship.description.reasonAgainst(count) else { return }
    failures.append(
      ValidationFailure(
        reason: reason, objectID: objectID, property: relationship.name, value: .integer(Int64(count))))
  }

  private func check(
    _ relationship: ResolvedRelationship, _ deletion: ChangeSet.Deletion,
    _ failures: inout [ValidationFailure]
  ) throws(StoreError) {
    let left = try destinations(of: relationship, deletion.snapshot)
    guard let first = left.first else { return }
    failures.append(
      ValidationFailure(
        reason: .relationshipDeniedDelete, objectID: deletion.snapshot.objectID,
        property: relationship.name, value: .objectID(first)))
  }
}

extension RelationshipDescription {
  /// Whether not every number of members will do.
  fileprivate var boundsItsCount: Bool { !isOptional || minCount > 0 || maxCount > 0 }

  /// What is wrong with a number of members; nil if nothing is.
  ///
  /// An optional relationship may always be empty: its smallest count holds once it has a member.
  fileprivate func reasonAgainst(_ count: Int) -> ValidationFailure.Reason? {
    if count == 0, isOptional { return nil }
    if count == 0, minCount == 0 { return .missingMandatoryProperty }
    if count < minCount { return .relationshipLacksMinimumCount }
    return maxCount > 0 && count > maxCount ? .relationshipExceedsMaximumCount : nil
  }
}
