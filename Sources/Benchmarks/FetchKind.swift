/// The two fetches of 10,000 rows out of 100,000 that are measured.
enum FetchKind: CaseIterable {
  /// The first 10,000 by primary key.
  case limit
  /// Every tenth row, by a predicate without an index.
  case category

  /// Params of the `task.fetch` that means it.
  var params: String {
    switch self {
    case .limit: #"{"limit":10000}"#
    case .category: #"{"predicate":"category == 3"}"#
    }
  }
}
