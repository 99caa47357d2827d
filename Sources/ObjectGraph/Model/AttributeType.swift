import PredicateLanguage
/// What an attribute may hold; raw values are Core Data's (`NSAttributeType`), so that version hashes agree.
public enum AttributeType: Int32, Hashable, Sendable, CaseIterable {
  /// Nothing is known about the values; for transient attributes alone.
  case undefined = 0
  case integer16 = 100
  case integer32 = 200
  case integer64 = 300
  case decimal = 400
  case double = 500
  case float = 600
  case string = 700
  case boolean = 800
  case date = 900
  case binary = 1000
  case uuid = 1100
  case uri = 1200
  case transformable = 1800
  /// Several attributes under one name, Core Data's `NSCompositeAttributeDescription`.
  case composite = 2100
}

extension AttributeType {
  /// The name Core Data's model editor writes: `Integer 16` … `Composite`.
  public var name: String {
    switch self {
    case .undefined: "Undefined"
    case .integer16: "Integer 16"
    case .integer32: "Integer 32"
    case .integer64: "Integer 64"
    case .decimal: "Decimal"
    case .double: "Double"
    case .float: "Float"
    case .string: "String"
    case .boolean: "Boolean"
    case .date: "Date"
    case .binary: "Binary"
    case .uuid: "UUID"
    case .uri: "URI"
    case .transformable: "Transformable"
    case .composite: "Composite"
    }
  }

  /// The values an integer type holds; nil for every other type.
  public var integerRange: ClosedRange<Int64>? {
    switch self {
    case .integer16: Int64(Int16.min)...Int64(Int16.max)
    case .integer32: Int64(Int32.min)...Int64(Int32.max)
    case .integer64: Int64.min...Int64.max
    default: nil
    }
  }

  /// Most significant digits a Decimal keeps: Core Data's files store it as REAL.
  public static let decimalDigits = DecimalText.digits
}
