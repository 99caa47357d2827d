import FoundationEssentials
import ObjectGraph
import SQLite

/// Whatever reads the tables of a schema over one connection: a context's reader, and the writer inside its
/// transaction.
protocol SchemaReader: MemberReader {
  var connection: Connection { get }
  var schema: StoreSchema { get }
}

extension SchemaReader {
  func rows(of entity: EntityDescription, keys: [Int64]) throws(StoreError) -> StoreRows {
    try connection.rows(keys: keys, of: schema.mapping(of: entity))
  }

  func members(
    of relationship: ResolvedRelationship, owners: [Int64]
  ) throws(StoreError) -> [StoredMember] {
    guard !owners.isEmpty else { return [] }
    let sql = try MemberSQL(relationship, in: schema).members(of: owners)
    return try connection.withStatement(sql.text) { statement throws(StoreError) in
      try asStoreError { () throws(SQLiteError) in
        try statement.bind(sql.bindings)
        var members: [StoredMember] = []
        while try statement.step() {
          members.append(
            StoredMember(
              owner: statement.integer(at: 0), key: statement.integer(at: 1),
              entity: Int(truncatingIfNeeded: statement.integer(at: 2)), order: statement.integer(at: 3)))
        }
        return members
      }
    }
  }

  func memberCount(of relationship: ResolvedRelationship, owner: Int64) throws(StoreError) -> Int {
    Int(try connection.integer(MemberSQL(relationship, in: schema).count(of: owner)) ?? 0)
  }

  func lastOrder(of relationship: ResolvedRelationship, owner: Int64) throws(StoreError) -> Int64? {
    guard let sql = try MemberSQL(relationship, in: schema).lastOrder(of: owner) else { return nil }
    return try connection.integer(sql)
  }

  func pair(
    in table: PairTable, source: Int64, destination: Int64
  ) throws(StoreError) -> StoredPair? {
    let sql = PairSQL(try schema.mapping(of: table)).selection
    return try connection.withStatement(sql) { statement throws(StoreError) in
      try asStoreError { () throws(SQLiteError) in
        try statement.bind([.integer(source), .integer(destination)])
        guard try statement.step() else { return nil }
        return StoredPair(
          source: source, destination: destination, sourceOrder: statement.integer(at: 0),
          destinationOrder: statement.integer(at: 1))
      }
    }
  }
}
