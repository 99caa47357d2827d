import FoundationEssentials
import PredicateLanguage

/// Reading what relationships lead to before it is asked for, for all objects of a fetch at once.
extension ManagedObjectContext {
  /// Reads along key paths of relationships, with one question for the destinations of each step, and one before it for
  /// the members of a to-many relationship.
  ///
  /// - Throws: `StoreError.unknownProperty` for a step that is no relationship.
  func prefetch(_ keyPaths: [String], for rows: StoreRows, _ kept: FetchedRows) throws(StoreError) {
    guard !keyPaths.isEmpty else { return }
    var root = Prefetching(rows: rows, kept: kept)
    for keyPath in keyPaths {
      let steps = keyPath.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
      try prefetch(steps[...], from: &root)
    }
  }

  private func prefetch(
    _ steps: ArraySlice<String>, from start: inout Prefetching
  ) throws(StoreError) {
    guard let name = steps.first else { return }
    let reached = if let known = start.next[name] { known } else { try step(name, from: start) }
    guard var next = reached else { return }
    try prefetch(steps.dropFirst(), from: &next)
    start.next[name] = next
  }

  /// - Returns: nil where nothing that is read can be kept.
  private func step(_ name: String, from start: Prefetching) throws(StoreError) -> Prefetching? {
    let entity = start.kept.entity
    guard let relationship = entity.relationship(named: name) else {
      throw .unknownProperty(entity: entity.name, property: name)
    }
    let destination = try self.entity(named: relationship.destination.name)
    let store = try persistentStoreCoordinator.store(holding: destination)
    let reader = try reader(of: store)
    guard let mark = reader.commitMark else { return nil }
    let keys = try destinationKeys(relationship, from: start, in: store.identifier)
    let rows = try reader.rows(of: destination, keys: keys.sorted())
    let kept = FetchedRows(rows, of: destination, mark)
    start.kept.prefetched.append(kept)
    for row in 0..<rows.count {
      identityMap.file(rows.objectID(row, of: destination, in: store.identifier), in: kept, at: row)
    }
    return Prefetching(rows: rows, kept: kept)
  }

  private func destinationKeys(
    _ relationship: ResolvedRelationship, from start: Prefetching, in store: UUID
  ) throws(StoreError) -> Set<Int64> {
    if case .column(let column) = relationship.storage {
      let references = (0..<start.rows.count).compactMap { row in
        start.rows.reference(start.rows.cell(row, column), to: relationship.destination, in: store)
      }
      return Set(references.compactMap(\.primaryKey))
    }
    let owners = start.rows.keys.filter { $0 > 0 }
    let reader = try reader(of: start.kept.entity)
    guard !owners.isEmpty, let mark = reader.commitMark else { return [] }
    let members = try reader.members(of: relationship, owners: owners)
    start.kept.keep(members, ofRelationship: relationship.name, mark)
    return Set(members.map(\.key))
  }
}

/// Rows that were read, and what was read for them in turn, by relationship.
private struct Prefetching {
  let rows: StoreRows
  let kept: FetchedRows
  var next: [String: Prefetching] = [:]
}
