public import PredicateLanguage

/// What the dictionaries of a fetch are to hold, as their author writes it: by names.
///
/// ```
/// objects   city  amount        columns city, total = sum of amount; grouped by city; having total > 4
///           Oslo       3
///           Rome       1        → Oslo 5
///           Oslo       2
/// ```
public struct DictionaryRequest: Sendable {
  /// Properties and aggregates; empty for what is grouped by, and without groups for all attributes.
  public var columns: [FetchedColumn]
  /// The properties whose equal values make a group; empty without groups, or where aggregates make one of all objects.
  public var groupBy: [String]
  /// Which groups are given, by the columns of the result; nil for all.
  public var having: ParsedPredicate?
  /// Whether equal rows come once.
  public var isDistinct: Bool
  /// By columns of the result; ties, and an empty list, are ordered by what is grouped by or all columns.
  public var sort: [SortDescriptor]

  /// Puts a request together; by default all attributes.
  public init(
    columns: [FetchedColumn] = [], groupBy: [String] = [], having: ParsedPredicate? = nil,
    isDistinct: Bool = false, sort: [SortDescriptor] = []
  ) {
    self.columns = columns
    self.groupBy = groupBy
    self.having = having
    self.isDistinct = isDistinct
    self.sort = sort
  }
}

/// Why a request for dictionaries cannot be answered.
public struct DictionaryRequestError: Error, Hashable, Sendable {
  /// The part that is at fault.
  public enum Part: Hashable, Sendable {
    /// An element of `columns`.
    case column(Int)
    /// An element of `groupBy`.
    case group(Int)
    case having
    /// An element of `sort`.
    case sort(Int)
  }

  /// What is wrong.
  public enum Reason: Hashable, Sendable {
    /// There is no property, or no column, of the name.
    case unknown(name: String, of: String, nearest: String?)
    /// A sentence for a person.
    case unusable(String)
    case predicate(PredicateTextError)
  }

  /// The part that is at fault.
  public var part: Part
  /// What is wrong with it.
  public var reason: Reason
}
