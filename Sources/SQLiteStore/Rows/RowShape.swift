import ObjectGraph

/// How the columns of a SELECT make up a row: key, version, the entity where it may be another, then the cells,
/// of which references to one of several entities take two columns.
struct RowShape: Sendable {
  /// Whether the third column is the number of the row's entity.
  let hasEntity: Bool
  let cellCount: Int
  /// For each cell what two columns lead to; empty where every cell is one column.
  let references: [TableColumn.Reference?]

  init(_ cells: [TableColumn], isPolymorphic: Bool) {
    hasEntity = isPolymorphic
    cellCount = cells.count
    let references = cells.map { $0.reference?.entityColumn == nil ? nil : $0.reference }
    self.references = references.contains { $0 != nil } ? references : []
  }

  /// No rows yet.
  var noRows: StoreRows { StoreRows(columnCount: cellCount) }
}
