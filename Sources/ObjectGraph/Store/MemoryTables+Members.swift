import PredicateLanguage

/// What `MemberReader` asks for.
extension MemoryTables {
  func members(of relationship: ResolvedRelationship, owners: [Int64], _ model: ManagedObjectModel)
    -> [StoredMember]
  {
    Set(owners).sorted().flatMap { owner in
      members(of: relationship, owner: owner, model)
        .sorted { ($0.order, $0.key) < ($1.order, $1.key) }
    }
  }

  /// How many members an object has.
  func memberCount(
    of relationship: ResolvedRelationship, owner: Int64, _ model: ManagedObjectModel
  ) -> Int {
    switch relationship.storage {
    case .column: return 0
    case .inverseColumn:
      guard let destination = model.entity(named: relationship.destination.name),
        let reference = relationship.inverseIdentity(in: destination)
      else { return 0 }
      return self[destination].count(whose: reference, leadsTo: owner)
    case .pairs(let table, let side): return self[table].count(of: owner, on: side)
    }
  }

  /// The greatest place in an object's list.
  func lastOrder(
    of relationship: ResolvedRelationship, owner: Int64, _ model: ManagedObjectModel
  ) -> Int64? {
    members(of: relationship, owner: owner, model).lazy.map(\.order).max()
  }

  private func members(
    of relationship: ResolvedRelationship, owner: Int64, _ model: ManagedObjectModel
  ) -> [StoredMember] {
    guard let destination = model.entity(named: relationship.destination.name) else { return [] }
    let table = self[destination]
    func member(_ key: Int64, _ order: (MemoryTable.Row) -> Int64) -> StoredMember? {
      table.row(key, of: destination).map {
        StoredMember(owner: owner, key: key, entity: $0.entity, order: order($0))
      }
    }
    switch relationship.storage {
    case .column: return []
    case .inverseColumn:
      guard let reference = relationship.inverseIdentity(in: destination) else { return [] }
      return table.keys(whose: reference, leadsTo: owner).compactMap { key in
        member(key) { table.order(of: $0, in: reference) }
      }
    case .pairs(let pairTable, let side):
      return self[pairTable].pairs(of: owner, on: side).compactMap { pair in
        let other = pair.member(of: side)
        return member(other.key) { _ in pairTable.isOrdered(side) ? other.order : 0 }
      }
    }
  }
}

extension MemoryTable {
  /// The place of an object in the ordered relationship whose inverse is this reference; 0 where it has none.
  fileprivate func order(of row: Row, in reference: ColumnIdentity) -> Int64 {
    guard let column = entity(of: row).orderColumn(ofReference: reference.name),
      case .integer(let order) = row.values[column]
    else { return 0 }
    return order
  }
}

extension ResolvedRelationship {
  /// The column of the to-one relationship that leads back, as the destination's family knows it.
  package func inverseIdentity(in destination: EntityDescription) -> ColumnIdentity? {
    inverse.flatMap { destination.columnIndex(named: $0.name) }.map { destination.columnIdentities[$0] }
  }
}
