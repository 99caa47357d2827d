import ObjectGraph
import SQLite

/// How a table of pairs of the new model is filled from what its relationships have linked before, wherever
/// that lay.
struct PairCopy {
  private let map: MigrationMap
  private let moved: (SQLIdentifier) -> SQLIdentifier
  private let mappings: [String: EntityMapping]

  init(_ map: MigrationMap, _ moved: @escaping (SQLIdentifier) -> SQLIdentifier) {
    self.map = map
    self.moved = moved
    mappings = map.plan.entityMappings.reduce(into: [:]) { mappings, mapping in
      if let name = mapping.destinationEntityName { mappings[name] = mapping }
    }
  }

  /// From either end, since either may be new.
  func statements(for pairs: PairMapping) throws(StoreError) -> [SQLText] {
    var statements = try self.statements(for: pairs, pairs.table.source, .source)
    if let inverse = pairs.table.inverse {
      statements += try self.statements(for: pairs, inverse, .destination)
    }
    return statements
  }

  private func statements(
    for pairs: PairMapping, _ end: PairTable.End, _ side: PairTable.Side
  ) throws(StoreError) -> [SQLText] {
    var statements: [SQLText] = []
    for name in end.family.names {
      guard let mapping = mappings[name],
        let source = mapping.sourceEntityName.flatMap({ map.old.model.entity(named: $0) }),
        map.successors[source.number] != nil,
        let property = mapping.propertyMappings.first(where: { $0.name == end.relationship.name })?
          .sourceName,
        let links = try OldLinks(property, of: source, in: map.old, moved)
      else { continue }
      statements.append(statement(links, of: source, into: pairs, side))
    }
    return statements
  }

  /// A pair that the other end has brought already stays as it is.
  private func statement(
    _ links: OldLinks, of source: EntityDescription, into pairs: PairMapping, _ side: PairTable.Side
  ) -> SQLText {
    let (mine, other) = (pairs.half(side), pairs.half(side.opposite))
    var sql: SQLText = "INSERT OR IGNORE INTO "
    sql.append(pairs.name)
    sql.append(" (")
    sql.append(list: [mine.key, other.key] + [mine.order, other.order].compactMap(\.self))
    sql.append(") SELECT owner")
    sql.append(shift: map.shift(of: source.number))
    sql.append(", member")
    let members = links.family.numbers.filter { map.successors[$0] != nil }
    sql.append(shift: members.first.map { map.shift(of: $0) } ?? 0)
    if mine.order != nil {
      sql.append(
        ", 1024 * (1 + row_number() OVER (PARTITION BY owner ORDER BY place IS NULL, place, member))")
    }
    if other.order != nil {
      sql.append(
        ", 1024 * (1 + row_number() OVER (PARTITION BY member ORDER BY inverse IS NULL, inverse, owner))")
    }
    sql.append(" FROM (")
    sql.append(links.selection)
    sql.append(") WHERE ")
    sql.append(SQLText.successor(of: "entity", among: links.family, map))
    sql.append(" IS NOT NULL")
    return sql
  }
}

extension TableColumn.Reference {
  /// Gives every list of a table places that follow each other, in the order it has had; members without a
  /// place come last, in order of their keys.
  ///
  /// - Returns: nil for a list without an order.
  func ordering(of key: SQLIdentifier, in table: SQLIdentifier) -> SQLText? {
    guard let orderColumn else { return nil }
    var sql: SQLText = "UPDATE "
    sql.append(table)
    sql.append(" SET ")
    sql.append(orderColumn)
    sql.append(" = p.place FROM (SELECT Z_PK AS member, 1024 * (1 + row_number() OVER (PARTITION BY ")
    sql.append(key)
    sql.append(" ORDER BY ")
    sql.append(orderColumn)
    sql.append(" IS NULL, ")
    sql.append(orderColumn)
    sql.append(", Z_PK)) AS place FROM ")
    sql.append(table)
    sql.append(" WHERE ")
    sql.append(key)
    sql.append(" IS NOT NULL) AS p WHERE p.member = Z_PK AND EXISTS (SELECT 1 FROM ")
    sql.append(table)
    sql.append(" WHERE ")
    sql.append(key)
    sql.append(" IS NOT NULL AND ")
    sql.append(orderColumn)
    sql.append(" IS NULL)")
    return sql
  }
}
