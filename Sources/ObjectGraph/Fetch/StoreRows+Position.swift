import PredicateLanguage

extension StoreRows {
  /// The place behind a row.
  ///
  /// - Parameters:
  ///   - follow: the value at the end of a path through relationships.
  ///   - order: the place of a new object among its context's insertions.
  func position(
    behind row: Int, in sort: [BoundSortDescriptor], follow: (BoundKeyPath) -> AttributeValue,
    order: (ObjectID) -> Int?
  ) throws(StoreError) -> FetchPosition {
    let keys = try sort.map { descriptor throws(StoreError) in
      guard !descriptor.path.steps.isEmpty else { return key(row, at: descriptor.path) }
      var followed = StoreRows(columnCount: 1)
      followed.beginRow(key: 0, version: 0)
      try followed.append(follow(descriptor.path))
      return followed.key(of: followed.cell(0, 0))
    }
    guard let objectID = temporaryIDs[row], case .temporary(let name) = objectID.key else {
      return FetchPosition(keys: keys, primaryKey: self.keys[row])
    }
    let unsaved = FetchPosition.Unsaved(name: name, order: order(objectID) ?? 0)
    return FetchPosition(keys: keys, primaryKey: FetchPosition.unsavedKey, unsaved: unsaved)
  }

  private func key(_ row: Int, at path: BoundKeyPath) -> FetchPosition.Key {
    // The object itself is what ties are broken by.
    guard case .attribute(_, let column) = path.target else { return .null }
    return key(of: cell(row, column))
  }

  private func key(of cell: Cell) -> FetchPosition.Key {
    switch cell {
    // Nothing is sorted by a reference.
    case .null, .reference: return .null
    case .integer(let number): return .integer(number)
    case .real(let number): return .real(number)
    case .text(let start, let count): return .text(Array(bytes(start, count)))
    case .blob(let start, let count): return .blob(Array(bytes(start, count)))
    }
  }

  /// Adds a cell with a position's key.
  mutating func append(_ key: FetchPosition.Key) throws(StoreError) {
    switch key {
    case .null, .digest: appendNull()
    case .integer(let number): append(number)
    case .real(let number): append(number)
    case .text(let bytes): try appendText { $0.append(contentsOf: bytes) }
    case .blob(let bytes): try appendBlob { $0.append(contentsOf: bytes) }
    }
  }
}
