import FoundationEssentials

/// `CAST(literal, "Type")`: how constants are written that have no literal of their own.
///
/// | value | text |
/// |---|---|
/// | date | `CAST(seconds since 2001-01-01 UTC, "NSDate")` |
/// | decimal | `CAST("1.10", "NSDecimalNumber")` |
/// | UUID | `CAST("F81D4FAE-…", "NSUUID")` |
/// | URI | `CAST("https://…", "NSURL")` |
/// | bytes | `CAST("00ff", "NSData")`, hexadecimal |
/// | object | `CAST("x-coredata://…", "NSManagedObjectID")` |
/// | infinity | `CAST("inf", "NSNumber")` |
///
/// The first is what Apple prints for dates; the others follow its pattern.
enum ConstantCast {
  /// The names of the types.
  static let date = "NSDate"
  static let decimal = "NSDecimalNumber"
  static let uuid = "NSUUID"
  static let url = "NSURL"
  static let data = "NSData"
  static let objectID = "NSManagedObjectID"
  static let number = "NSNumber"

  /// All type names.
  static let types = [date, decimal, uuid, url, data, objectID, number]

  /// Reads a constant as a type from `types`; nil if its text does not say such a value.
  static func value(_ constant: PredicateValue, as type: String) -> PredicateValue? {
    switch (constant, type) {
    case (.null, _): .null
    case (.integer(let seconds), date): .date(Double(seconds))
    case (.double(let seconds), date): .date(seconds)
    case (.string(let text), decimal): DecimalText.decimal(text).map { .decimal($0) }
    case (.integer(let value), decimal): .decimal(Decimal(value))
    case (.string(let text), uuid): UUIDText.uuid(text).map { .uuid($0) }
    case (.string(let text), url): .url(text)
    case (.string(let text), data): bytes(text).map { .data($0) }
    case (.string(let text), objectID): ObjectID(uri: text).map { .objectID($0) }
    case (.integer, number), (.double, number): constant
    case (.string(let text), number): numeric(text)
    default: nil
    }
  }

  private static func numeric(_ text: String) -> PredicateValue? {
    if let value = Int64(text) { return .integer(value) }
    guard let value = Double(text), !value.isNaN else { return nil }
    return .double(value)
  }

  private static func bytes(_ text: String) -> [UInt8]? {
    let digits = text.utf8.compactMap { Literals.hexDigit($0) }
    guard digits.count == text.utf8.count, digits.count.isMultiple(of: 2) else { return nil }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }
}
