import PredicateLanguage

/// Where an object of an entity keeps to whom it belongs, and its place there.
struct InverseColumns {
  let reference: Int
  /// Nil where the list has no order.
  let order: Int?

  /// - Throws: `StoreError.unknownProperty`.
  init(_ reference: String, of entity: EntityDescription) throws(StoreError) {
    guard let column = entity.columnIndex(named: reference) else {
      throw .unknownProperty(entity: entity.name, property: reference)
    }
    self.reference = column
    order = entity.orderColumn(ofReference: reference)
  }

  /// The place of an object if its pending change makes it a member of the owner; nil otherwise.
  func order(of change: PendingChange?, leadingTo owner: ObjectID) -> Int64? {
    switch change {
    case .inserted(_, let values):
      guard values[reference] == .objectID(owner) else { return nil }
      return order.flatMap { values[$0].integer } ?? 0
    case .updated(let update):
      guard update.value(ofColumn: reference) == .objectID(owner) else { return nil }
      // A place that is the same number in another list is no change.
      return order.flatMap { (update.value(ofColumn: $0) ?? update.base.values[$0]).integer } ?? 0
    case .deleted, nil: return nil
    }
  }
}

extension ChangeSet.Update {
  /// What a column is changed to; nil if it is not.
  func value(ofColumn column: Int) -> AttributeValue? { changes.first { $0.column == column }?.value }
}

extension AttributeValue {
  /// The number of an `.integer`.
  var integer: Int64? {
    if case .integer(let number) = self { number } else { nil }
  }
}
