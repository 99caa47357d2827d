import FoundationEssentials

/// The types of `CAST(value, "Type")`, which also writes constants that have no literal of their own.
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
public enum CastType: String, Hashable, Sendable, CaseIterable {
  case date = "NSDate"
  case decimal = "NSDecimalNumber"
  case uuid = "NSUUID"
  case url = "NSURL"
  case data = "NSData"
  case objectID = "NSManagedObjectID"
  case number = "NSNumber"
  case string = "NSString"

  /// A value as this type; nil if it does not say one.
  ///
  /// A value is of its own type. Numbers become dates by seconds and text in their canonical decimal notation; text
  /// becomes what it says.
  public func value(of value: PredicateValue) -> PredicateValue? {
    switch (value, self) {
    case (.null, _): .null
    case (.date, .date), (.decimal, .decimal), (.uuid, .uuid), (.url, .url), (.data, .data),
      (.objectID, .objectID), (.string, .string), (.boolean, .number), (.integer, .number),
      (.double, .number),
      (.decimal, .number):
      value
    case (.date(let seconds), .number): .double(seconds)
    case (_, .date): NumericValue(value).map { .date($0.asDouble) }
    case (.string(let text), .decimal): DecimalText.decimal(text).map { .decimal($0) }
    case (.integer(let number), .decimal): .decimal(Decimal(number))
    case (.double(let number), .decimal): DecimalText.decimal(number.description).map { .decimal($0) }
    case (.boolean(let truth), .decimal): .decimal(truth ? 1 : 0)
    case (.string(let text), .uuid): UUIDText.uuid(text).map { .uuid($0) }
    case (.string(let text), .url): .url(text)
    case (.string(let text), .data): Self.bytes(text).map { .data($0) }
    case (.string(let text), .objectID): ObjectID(uri: text).map { .objectID($0) }
    case (.string(let text), .number): Self.numeric(text)
    case (.boolean(let truth), .string): .string(truth ? "1" : "0")
    case (.integer(let number), .string): .string(String(number))
    case (.double(let number), .string): .string(Self.text(number))
    case (.decimal(let number), .string): .string(number.description)
    case (.url(let text), .string): .string(text)
    case (.uuid(let uuid), .string): .string(uuid.uuidString)
    default: nil
    }
  }

  private static func numeric(_ text: String) -> PredicateValue? {
    if let value = Int64(text) { return .integer(value) }
    guard let value = Double(text), !value.isNaN else { return nil }
    return .double(value)
  }

  /// Whole numbers without a fraction.
  private static func text(_ number: Double) -> String {
    Int64(exactly: number).map(String.init) ?? number.description
  }

  private static func bytes(_ text: String) -> [UInt8]? {
    let digits = text.utf8.compactMap { Literals.hexDigit($0) }
    guard digits.count == text.utf8.count, digits.count.isMultiple(of: 2) else { return nil }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }
}
