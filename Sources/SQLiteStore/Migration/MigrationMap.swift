import ObjectGraph
import SQLite

/// What a migration has to know about the file, beside the two models: which numbers and keys objects have.
struct MigrationMap {
  let plan: MigrationPlan
  /// With the names that the tables of the file have.
  let old: StoreSchema
  let new: StoreSchema
  /// The rows of `Z_PRIMARYKEY`.
  let keys: GivenKeys
  /// By number in the old model: the number in the new one; nothing for entities whose objects are lost.
  let successors: [Int: Int]
  private let shifts: KeyShifts

  init(_ planned: PlannedMigration, to new: StoreSchema, on connection: Connection) throws(StoreError) {
    let tables = try asStoreError { () throws(SQLiteError) in try connection.tableNames() }
    plan = planned.plan
    old = try StoreSchema(StoreConfiguration(planned.oldModel)).adapted(to: tables)
    self.new = new
    keys = try GivenKeys(connection)
    var successors: [Int: Int] = [:]
    for mapping in plan.entityMappings {
      guard let source = mapping.sourceEntityName.flatMap({ planned.oldModel.entity(named: $0) }),
        let destination = mapping.destinationEntityName.flatMap({ new.model.entity(named: $0) }),
        !source.isAbstract, !destination.isAbstract
      else { continue }
      successors[source.number] = destination.number
    }
    self.successors = successors
    shifts = KeyShifts(old, new, successors, keys)
  }

  /// How the objects of each entity are copied, in order of the new model.
  func copies() throws(StoreError) -> [EntityCopy] {
    var copies: [EntityCopy] = []
    for mapping in plan.entityMappings {
      if let copy = try EntityCopy(mapping, self) { copies.append(copy) }
    }
    return copies
  }

  /// The successor of an entity by its number.
  func successor(of number: Int) -> EntityDescription? {
    successors[number].map { new.model.entities[$0 - 1] }
  }

  /// What is added to the key of an object of an old entity; 0 unless trees of entities grow together.
  func shift(of number: Int) -> Int64 {
    guard let successor = successor(of: number) else { return 0 }
    return shifts.shift(old.model.entities[number - 1].rootName, successor.rootName)
  }

  /// The last key given out in a new table.
  func lastKey(ofRoot root: String) -> Int64 { shifts.lastKeys[root] ?? 0 }
}

/// Objects of several old tables that come into one keep apart: the first keep their keys, those of the next
/// table come behind them.
private struct KeyShifts {
  private var shifts: [[String]: Int64] = [:]
  /// By root of the new model.
  private(set) var lastKeys: [String: Int64] = [:]

  init(_ old: StoreSchema, _ new: StoreSchema, _ successors: [Int: Int], _ keys: GivenKeys) {
    for (number, successor) in successors.sorted(by: { ($0.value, $0.key) < ($1.value, $1.key) }) {
      let roots = [old.model.entities[number - 1].rootName, new.model.entities[successor - 1].rootName]
      guard shifts[roots] == nil else { continue }
      let taken = lastKeys[roots[1]] ?? 0
      shifts[roots] = taken
      lastKeys[roots[1]] = taken + (keys.last[roots[0]] ?? 0)
    }
  }

  func shift(_ old: String, _ new: String) -> Int64 { shifts[[old, new]] ?? 0 }
}

/// The rows of `Z_PRIMARYKEY`.
struct GivenKeys {
  struct Row {
    let number: Int64
    /// In order of the table's columns.
    let values: [SQLiteValue]
  }

  let rows: [Row]
  /// By the name of an entity: the last key that was given out in its table.
  let last: [String: Int64]

  init(_ connection: Connection) throws(StoreError) {
    let rows = try asStoreError { () throws(SQLiteError) in
      try connection.rows("SELECT Z_ENT, Z_NAME, Z_SUPER, Z_MAX FROM Z_PRIMARYKEY")
    }
    self.rows = rows.compactMap { row in
      if case .integer(let number) = row[0] { Row(number: number, values: row) } else { nil }
    }
    last = rows.reduce(into: [:]) { last, row in
      if case .text(let name) = row[1], case .integer(let key) = row[3] { last[name] = key }
    }
  }
}

extension SQLText {
  /// Adds what shifts a key, if anything does.
  mutating func append(shift: Int64) {
    guard shift != 0 else { return }
    append(" + ")
    bind(.integer(shift))
  }

  /// The number of an old entity as its number in the new model; NULL for one whose objects are lost.
  static func successor(of number: SQLText, among family: EntityFamily, _ map: MigrationMap) -> SQLText {
    var sql: SQLText = "CASE "
    sql.append(number)
    var isEmpty = true
    for member in family.numbers {
      guard let successor = map.successors[member] else { continue }
      sql.append(" WHEN ")
      sql.append(entityNumber: member)
      sql.append(" THEN ")
      sql.append(entityNumber: successor)
      isEmpty = false
    }
    sql.append(" END")
    return isEmpty ? "NULL" : sql
  }
}
