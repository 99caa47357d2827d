import ObjectGraph

/// An object in SQL: its key, and what tells its entity.
struct ObjectSQL {
  /// Its primary key; NULL for none.
  let key: SQLText
  /// The number of its entity; nil where only one is possible.
  let entity: SQLText?
  /// What it may be.
  let family: EntityFamily
  /// The top of its tree: keys of one tree never repeat.
  let root: String
  /// Its row, where the statement has it at hand.
  var row: RowSQL?

  /// The same object with something done to its key and to its entity; its row is not at hand any more.
  func map<Failure: Error>(_ transform: (SQLText) throws(Failure) -> SQLText) throws(Failure) -> ObjectSQL {
    let key = try transform(key)
    let entity: SQLText? = if let entity { try transform(entity) } else { nil }
    return ObjectSQL(key: key, entity: entity, family: family, root: root)
  }
}
