import FoundationEssentials
import ObjectGraph
import PredicateLanguage
import SQLite

/// A value as the store binds it; the counterpart of `StoreRows.append`.
extension SQLiteValue {
  init(_ value: AttributeValue) {
    self =
      switch value {
      case .null, .list: .null
      case .boolean(let truth): .integer(truth ? 1 : 0)
      case .integer(let number): .integer(number)
      case .double(let number), .date(let number): .real(number)
      case .decimal(let number): .real(DecimalText.nearestDouble(number))
      case .string(let text), .url(let text): .text(text)
      case .uuid(let uuid): .blob(uuid.bytes)
      case .data(let data): .blob(data)
      case .objectID(let objectID): objectID.primaryKey.map { .integer($0) } ?? .null
      }
  }
}

extension Statement {
  /// Binds a value as the store keeps it, without a detour for the common ones.
  func bind(_ value: AttributeValue, at index: Int) throws(SQLiteError) {
    switch value {
    case .null: try bindNull(at: index)
    case .boolean(let truth): try bind(truth ? 1 : 0 as Int64, at: index)
    case .integer(let number): try bind(number, at: index)
    case .double(let number), .date(let number): try bind(number, at: index)
    case .string(let text), .url(let text): try bind(text, at: index)
    case .data(let data): try bind(blob: data.span, at: index)
    case .decimal, .uuid, .objectID, .list: try bind(SQLiteValue(value), at: index)
    }
  }
}
