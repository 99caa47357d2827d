/// One value of one of SQLite's five storage classes.
///
/// Texts are equal when their UTF-8 bytes are, as in SQLite and unlike `String ==`.
package enum SQLiteValue: Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])
  /// An object for a function of ours to use; everything else in SQL takes it for NULL.
  ///
  /// Never comes out of a column. Source: sqlite.org/bindptr.html.
  case object(any AnyObject & Sendable)
}

extension SQLiteValue: Equatable {
  package static func == (left: SQLiteValue, right: SQLiteValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.integer(let left), .integer(let right)): left == right
    case (.real(let left), .real(let right)): left == right
    case (.text(let left), .text(let right)): left.utf8.elementsEqual(right.utf8)
    case (.blob(let left), .blob(let right)): left == right
    case (.object(let left), .object(let right)): left === right
    default: false
    }
  }
}

/// The five storage classes of sqlite.org/datatype3.html.
package enum StorageClass: Sendable {
  case null, integer, real, text, blob
}
