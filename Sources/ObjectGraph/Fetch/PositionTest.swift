import PredicateLanguage

/// Says which objects in memory come behind a position, by the same relation as the rows of stores.
struct PositionTest {
  private let order: RowOrder
  private let values: [AttributeValue]
  private let position: FetchPosition

  /// - Throws: `StoreError.limit` for keys beyond what a result may hold.
  init(
    _ position: FetchPosition, in sort: [BoundSortDescriptor], _ paths: PathReader
  ) throws(StoreError) {
    order = RowOrder(sort: sort, paths)
    self.position = position
    var row = StoreRows(columnCount: sort.count)
    row.beginRow(key: 0, version: 0)
    for key in position.keys { try row.append(key) }
    values = sort.enumerated().map { index, descriptor in
      guard case .attribute(let attribute, _) = descriptor.path.target else { return .null }
      return row.value(0, index, of: attribute.type)
    }
  }

  /// Whether an object comes behind.
  ///
  /// - Parameter insertion: the place of a new object among its context's insertions.
  func isBehind(_ snapshot: ObjectSnapshot, insertion: Int? = nil) -> Bool {
    let compared = order.compare(order.values(of: snapshot), values)
    guard compared == 0 else { return compared > 0 }
    if let key = snapshot.objectID.primaryKey { return key > position.primaryKey }
    guard let unsaved = position.unsaved else { return true }
    return (insertion ?? 0) > unsaved.order
  }
}
