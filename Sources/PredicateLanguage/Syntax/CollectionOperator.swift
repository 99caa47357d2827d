/// The steps of a key path that make something of a whole collection: `items.@sum.price`.
///
/// Source: Key-Value Coding Programming Guide, "Using Collection Operators".
public enum CollectionOperator: String, CaseIterable, Hashable, Sendable {
  case count = "@count"
  case sum = "@sum"
  case average = "@avg"
  case minimum = "@min"
  case maximum = "@max"
  case unionOfObjects = "@unionOfObjects"
  case distinctUnionOfObjects = "@distinctUnionOfObjects"
  case unionOfArrays = "@unionOfArrays"
  case distinctUnionOfArrays = "@distinctUnionOfArrays"
  case unionOfSets = "@unionOfSets"
  case distinctUnionOfSets = "@distinctUnionOfSets"

  /// The function that is applied to the collection; nil where the collection stays as it is.
  public var function: Function? {
    switch self {
    case .count: .count
    case .sum: .sum
    case .average: .average
    case .minimum: .minimum
    case .maximum: .maximum
    case .unionOfObjects, .unionOfArrays, .unionOfSets: nil
    case .distinctUnionOfObjects, .distinctUnionOfArrays, .distinctUnionOfSets: .distinct
    }
  }
}
