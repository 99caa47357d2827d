private import CSQLite

extension SQLiteError {
  /// Errors grouped by what a caller can do about them.
  package enum Kind: Hashable, Sendable {
    /// Somebody else holds the lock: wait and repeat.
    case busy
    /// The disk is full.
    case full
    /// The file, its directory or the connection cannot be written.
    case readOnly
    /// The file is not a database, or a damaged one.
    case corrupt
    /// The file cannot be opened.
    case cannotOpen
    /// A row was refused.
    case constraint(Constraint)
    /// A cancel request was seen.
    case interrupted
    /// The operating system failed to read or write.
    case inputOutput
    /// A value or a statement is longer than SQLite allows.
    case tooBig
    /// Everything else: wrong SQL, misuse, no memory.
    case other
  }

  /// The kinds of constraint that this project's tables can have.
  package enum Constraint: Hashable, Sendable {
    case unique, primaryKey, notNull, other
  }

  /// The group this error belongs to.
  package var kind: Kind {
    switch code & 0xff {
    case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: .busy
    case SQLITE_FULL: .full
    case SQLITE_READONLY, SQLITE_PERM: .readOnly
    case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_FORMAT: .corrupt
    case SQLITE_CANTOPEN: .cannotOpen
    case SQLITE_CONSTRAINT: .constraint(constraint)
    case SQLITE_INTERRUPT: .interrupted
    case SQLITE_IOERR: .inputOutput
    case SQLITE_TOOBIG: .tooBig
    default: .other
    }
  }

  /// The extended code of a constraint is its primary code with a number from 1 to 12 above it.
  private var constraint: Constraint {
    switch code >> 8 {
    case 5: .notNull
    case 6: .primaryKey
    case 8: .unique
    case 10: .primaryKey
    default: .other
    }
  }
}
