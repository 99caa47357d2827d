import ObjectGraph
import SQLite

/// What stands for the tables of entities that lie in another store: empty tables of one connection.
///
/// A relationship between two stores leads nowhere, but a predicate may follow it all the same. With empty tables at
/// its end the statement finds nothing there, as in memory, and is compiled like any other. A store of a whole model
/// has none.
struct ForeignTables {
  private let statements: [SQLText]

  init(of schema: StoreSchema) {
    let pairs = schema.pairs.filter { !schema.configuration.holds($0.table) }
    statements =
      schema.foreignTables.map { SchemaWriter.creation(of: $0, isTemporary: true) }
      + pairs.map { PairSQL($0).creation(isTemporary: true) }
  }

  /// Makes them; the file is not touched, so a connection that only reads can have them too.
  func make(in connection: Connection) throws(SQLiteError) {
    for statement in statements { try connection.execute(statement.text, statement.bindings) }
  }
}
