import FoundationEssentials
import PredicateLanguage

/// Derived attributes are computed inside the commit, so that they say what the store holds at that moment, whoever else
/// saves at the same time.
extension CommitPlan {
  /// Rounds in which derived values may follow from derived values of other objects; more would be a circle.
  static let derivationRounds = 16

  /// Adds what follows from an object's own values to the changes, before they are written.
  func deriveOwnValues(_ changes: inout ChangeSet) {
    guard !model.derivations.isEmpty else { return }
    let now = AttributeValue.date(Date().timeIntervalSinceReferenceDate)
    for index in changes.entities.indices {
      let entity = changes.entities[index].entity
      let own = (model.derivations.byEntity[entity.name] ?? []).filter(\.isOfOwnValues)
      for derivation in own {
        let source = derivation.attribute.flatMap { entity.columnIndex(named: $0) }
        for position in changes.entities[index].insertions.indices {
          let value = source.map { changes.entities[index].insertions[position].values[$0] } ?? now
          changes.entities[index].insertions[position].values[derivation.column] = derivation.value(of: value)
        }
        for position in changes.entities[index].updates.indices {
          let value = source.map { changes.entities[index].updates[position].value(ofColumn: $0) } ?? now
          guard let value else { continue }
          changes.entities[index].updates[position].changes.append(
            PropertyChange(column: derivation.column, value: derivation.value(of: value)))
        }
      }
    }
  }

  /// Writes what follows from other objects, after everything else was written.
  func deriveRelatedValues(
    in transaction: some StoreTransaction, into receipt: inout CommitReceipt
  ) throws(StoreError) {
    guard model.derivations.byEntity.values.contains(where: { $0.contains { !$0.isOfOwnValues } }) else {
      return
    }
    var places = NoticePlaces(receipt.notice)
    var changed = (receipt.notice.inserted + receipt.notice.updated).map(\.objectID)
    for _ in 0..<Self.derivationRounds where !changed.isEmpty {
      var next: [ObjectID] = []
      for objectID in try affected(by: changed, in: transaction) {
        try cancellation.check()
        guard let snapshot = try derived(objectID, in: transaction, places.contains(objectID)) else {
          continue
        }
        places.note(snapshot, in: &receipt.notice)
        next.append(objectID)
      }
      changed = next
    }
  }

  /// The objects that have a value which may follow from one of these, themselves among them.
  private func affected(
    by changed: [ObjectID], in transaction: some StoreTransaction
  ) throws(StoreError) -> Set<ObjectID> {
    var result: Set<ObjectID> = []
    for (name, derivations) in model.derivations.byEntity {
      guard derivations.contains(where: { !$0.isOfOwnValues }) else { continue }
      result.formUnion(changed.filter { sameBytes($0.entity, name) })
      for derivation in derivations where !derivation.isOfOwnValues {
        // Backwards from the object at each place of the path.
        for end in derivation.relationships.indices {
          let family = derivation.relationships[end].destination
          var objects = Set(changed.filter { family.contains($0.entity) })
          for relationship in derivation.relationships[...end].reversed() where !objects.isEmpty {
            objects = try origins(of: objects, through: relationship, in: transaction)
          }
          result.formUnion(objects.filter { sameBytes($0.entity, name) })
        }
      }
    }
    return result
  }

  /// The objects that lead to some of these through a relationship; none if it has no way back.
  private func origins(
    of objects: Set<ObjectID>, through relationship: ResolvedRelationship,
    in transaction: some StoreTransaction
  ) throws(StoreError) -> Set<ObjectID> {
    guard let name = relationship.inverse?.name else { return [] }
    var result: Set<ObjectID> = []
    for (entityName, members) in Dictionary(grouping: objects, by: \.entity) {
      guard let entity = model.entity(named: entityName), let inverse = entity.relationship(named: name)
      else {
        continue
      }
      let keys = members.compactMap(\.primaryKey)
      if case .column(let column) = inverse.storage {
        for snapshot in try snapshots(keys, of: entity, in: transaction) {
          if let target = snapshot.values[column].objectID { result.insert(target) }
        }
      } else {
        for member in try transaction.members(of: inverse, owners: keys) {
          if let owner = inverse.destination.name(ofNumber: member.entity) {
            result.insert(ObjectID(store: store, entity: owner, key: .permanent(member.key)))
          }
        }
      }
    }
    return result
  }

  private func snapshots(
    _ keys: [Int64], of entity: EntityDescription, in transaction: some StoreTransaction
  ) throws(StoreError) -> [ObjectSnapshot] {
    let rows = try transaction.rows(of: entity, keys: keys)
    return (0..<rows.count).map { rows.snapshot($0, of: entity, in: store) }
  }

  /// Computes an object's values that follow from others, and writes those that differ.
  ///
  /// - Parameter isNoted: whether this commit has raised the object's version already.
  /// - Returns: the object as it is now; nil if nothing changed.
  private func derived(
    _ objectID: ObjectID, in transaction: some StoreTransaction, _ isNoted: Bool
  ) throws(StoreError) -> ObjectSnapshot? {
    guard let entity = model.entity(named: objectID.entity), let key = objectID.primaryKey,
      var snapshot = try snapshots([key], of: entity, in: transaction).first
    else { return nil }
    var columns: [Int] = []
    for derivation in model.derivations.byEntity[entity.name] ?? [] where !derivation.isOfOwnValues {
      let value = try value(of: derivation, snapshot, in: transaction)
      if snapshot.values[derivation.column] == value { continue }
      snapshot.values[derivation.column] = value
      columns.append(derivation.column)
    }
    if columns.isEmpty { return nil }
    if !isNoted { snapshot.version = try Self.version(after: snapshot) }
    do throws(TransactionError) {
      try transaction.update(
        entity, key: key, columns: columns, values: columns.map { snapshot.values[$0] },
        version: snapshot.version)
    } catch {
      throw error.storeError
    }
    return snapshot
  }

  private func value(
    of derivation: ResolvedDerivation, _ snapshot: ObjectSnapshot, in transaction: some StoreTransaction
  ) throws(StoreError) -> AttributeValue {
    var current = snapshot
    for step in derivation.steps {
      guard let entity = model.entity(named: current.objectID.entity),
        let column = entity.columnIndex(named: step.name), let target = current.values[column].objectID,
        let destination = model.entity(named: target.entity), let key = target.primaryKey,
        let next = try snapshots([key], of: destination, in: transaction).first
      else { return .null }
      current = next
    }
    guard let members = derivation.members else {
      return derivation.value(of: attribute(derivation.attribute, of: current))
    }
    guard let owner = current.objectID.primaryKey else { return .null }
    guard derivation.attribute != nil, let destination = model.entity(named: members.destination.name) else {
      return derivation.converted(.integer(Int64(try transaction.memberCount(of: members, owner: owner))))
    }
    let keys = try transaction.members(of: members, owners: [owner]).map(\.key)
    return derivation.sum(
      try snapshots(keys, of: destination, in: transaction).map { attribute(derivation.attribute, of: $0) })
  }

  private func attribute(_ name: String?, of snapshot: ObjectSnapshot) -> AttributeValue {
    guard let name, let entity = model.entity(named: snapshot.objectID.entity),
      let column = entity.columnIndex(named: name)
    else { return .null }
    return snapshot.values[column]
  }
}

/// Where the objects of a commit stand in its notice.
private struct NoticePlaces {
  private var inserted: [ObjectID: Int]
  private var updated: [ObjectID: Int]

  init(_ notice: CommitNotice) {
    inserted = Dictionary(notice.inserted.enumerated().map { ($1.objectID, $0) }) { first, _ in first }
    updated = Dictionary(notice.updated.enumerated().map { ($1.objectID, $0) }) { first, _ in first }
  }

  func contains(_ objectID: ObjectID) -> Bool { inserted[objectID] != nil || updated[objectID] != nil }

  /// Puts an object's newest values into the notice.
  mutating func note(_ snapshot: ObjectSnapshot, in notice: inout CommitNotice) {
    if let place = inserted[snapshot.objectID] {
      notice.inserted[place] = snapshot
    } else if let place = updated[snapshot.objectID] {
      notice.updated[place] = snapshot
    } else {
      updated[snapshot.objectID] = notice.updated.count
      notice.updated.append(snapshot)
    }
  }
}
