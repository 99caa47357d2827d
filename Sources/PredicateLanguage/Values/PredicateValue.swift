public import FoundationEssentials

/// A value that a predicate compares: what an attribute holds, what a literal says, what an argument brings.
///
/// `==` and hashing are exact: same case, same bytes. They serve change detection and dictionary keys. The
/// language's own equality, where `TRUE == 1` and `1 == 1.0` hold, is `ValueComparison.areEqual`.
public enum PredicateValue: Sendable {
  /// No value; the only one that stands for "missing".
  case null
  /// A truth value; in comparisons and arithmetic it is the number 1 or 0.
  case boolean(Bool)
  /// A whole number.
  case integer(Int64)
  /// A number with a fraction; infinities come out of arithmetic only.
  ///
  /// No text and no store gives NaN; one that a caller makes equals nothing and has no order.
  case double(Double)
  /// A decimal number; comparisons and arithmetic use its nearest double, as a store does.
  case decimal(Decimal)
  /// Text, compared by its bytes.
  case string(String)
  /// Seconds since 2001-01-01 00:00:00 UTC, negative before; fractions allowed.
  case date(Double)
  /// A UUID, compared by its 16 bytes.
  case uuid(UUID)
  /// A URI as text, compared by its bytes and never normalised.
  case url(String)
  /// Bytes.
  case data([UInt8])
  /// An object's identity.
  indirect case objectID(ObjectID)
  /// Values in order: the right side of IN and BETWEEN, or what a to-many key path gives.
  case list([PredicateValue])
}

extension PredicateValue: Hashable {
  /// Holds for the same case with the same content; text by UTF-8 bytes, 0.0 and -0.0 are one value.
  public static func == (left: PredicateValue, right: PredicateValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.boolean(let a), .boolean(let b)): a == b
    case (.integer(let a), .integer(let b)): a == b
    case (.double(let a), .double(let b)): a == b
    case (.decimal(let a), .decimal(let b)): a == b
    case (.string(let a), .string(let b)): sameBytes(a, b)
    case (.date(let a), .date(let b)): a == b
    case (.uuid(let a), .uuid(let b)): a == b
    case (.url(let a), .url(let b)): sameBytes(a, b)
    case (.data(let a), .data(let b)): a == b
    case (.objectID(let a), .objectID(let b)): a == b
    case (.list(let a), .list(let b)): a == b
    default: false
    }
  }

  /// Feeds kind and content.
  ///
  /// Strings may go through `String`'s own hash: it is equal for equal bytes.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    switch self {
    case .null: break
    case .boolean(let value): hasher.combine(value)
    case .integer(let value): hasher.combine(value)
    case .double(let value), .date(let value): hasher.combine(value)
    case .decimal(let value): hasher.combine(value)
    case .string(let value), .url(let value): hasher.combine(value)
    case .uuid(let value): hasher.combine(value)
    case .data(let value): hasher.combine(value)
    case .objectID(let value): hasher.combine(value)
    case .list(let value): hasher.combine(value)
    }
  }
}

extension PredicateValue {
  /// The cases of `PredicateValue` without their content.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case null, boolean, integer, double, decimal, string, date, uuid, url, data, objectID, list
  }

  /// Which case this is.
  public var kind: Kind {
    switch self {
    case .null: .null
    case .boolean: .boolean
    case .integer: .integer
    case .double: .double
    case .decimal: .decimal
    case .string: .string
    case .date: .date
    case .uuid: .uuid
    case .url: .url
    case .data: .data
    case .objectID: .objectID
    case .list: .list
    }
  }
}
