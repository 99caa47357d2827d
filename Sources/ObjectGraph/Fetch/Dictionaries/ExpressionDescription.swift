/// What is computed from the values that a property has in many objects.
public enum AggregateFunction: String, Hashable, Sendable, CaseIterable {
  /// How many values there are; without a property, how many objects.
  case count
  /// Of numbers; of none 0.
  case sum
  /// Of numbers; of none no value.
  case average = "avg"
  /// The least value, missing ones aside.
  case minimum = "min"
  /// The greatest value, missing ones aside.
  case maximum = "max"
}

/// A column of a fetch that is computed, as Core Data's `NSExpressionDescription` with an aggregate.
///
/// ```swift
/// request.propertiesToFetch = ["city", .expression(ExpressionDescription("total", .sum, of: "amount"))]
/// request.propertiesToGroupBy = ["city"]
/// ```
/// Its type follows from the property's: counts are Integer 64, and so are sums of integers and truth values; sums and
/// averages of Decimal are Decimal, rounded to 15 digits; other sums and averages are Double.
public struct ExpressionDescription: Hashable, Sendable {
  /// What the column is called in the result; an identifier.
  public var name: String
  /// What is computed.
  public var function: AggregateFunction
  /// The property whose values are taken; nil, for `count` alone, counts objects.
  public var property: String?

  /// Describes a column.
  public init(_ name: String, _ function: AggregateFunction, of property: String? = nil) {
    self.name = name
    self.function = function
    self.property = property
  }
}

/// A column of a fetch that gives dictionaries; a string literal is the name of a property.
public enum FetchedColumn: Hashable, Sendable, ExpressibleByStringLiteral {
  case property(String)
  case expression(ExpressionDescription)

  /// A property by its name.
  public init(stringLiteral name: String) { self = .property(name) }
}
