import PredicateLanguage

extension StoreRows {
  /// The place behind a row.
  ///
  /// - Parameter order: the place of a new object among its context's insertions.
  func position(
    behind row: Int, in sort: [BoundSortDescriptor], order: (ObjectID) -> Int?
  ) -> FetchPosition {
    let keys = sort.map { key(row, at: $0.path) }
    guard let objectID = temporaryIDs[row], case .temporary(let name) = objectID.key else {
      return FetchPosition(keys: keys, primaryKey: self.keys[row])
    }
    let unsaved = FetchPosition.Unsaved(name: name, order: order(objectID) ?? 0)
    return FetchPosition(keys: keys, primaryKey: FetchPosition.unsavedKey, unsaved: unsaved)
  }

  private func key(_ row: Int, at path: BoundKeyPath) -> FetchPosition.Key {
    // The object itself is what ties are broken by.
    guard case .attribute(_, let column) = path.target else { return .null }
    switch cell(row, column) {
    case .null: return .null
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
