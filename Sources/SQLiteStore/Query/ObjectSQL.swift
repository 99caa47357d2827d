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
}
