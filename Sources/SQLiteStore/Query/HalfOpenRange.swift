import ObjectGraph
import PredicateLanguage

/// Comparisons such as `date < "2026-12-02"`, whose index SQLite passes by where rows are wanted in order of their keys.
///
/// It supposes that such a range holds a quarter of all rows, and takes them all in the order wanted rather than sort what
/// it finds. Without a limit sorting keys costs less than reading rows in vain, so the order is hidden from it then:
/// ```
/// … WHERE "ZDATE" < ? ORDER BY +Z_PK     SEARCH ZTASK USING INDEX Z_Task_byDate (ZDATE<?), USE TEMP B-TREE FOR ORDER BY
/// ```
/// Ranges with two ends, prefixes and lists need no such help.
extension StoreQuery {
  /// Whether the predicate narrows the rows by such a comparison with an indexed column of their own.
  ///
  /// - Parameter isIndexed: tells it of the position of a column.
  func searchesHalfOpenRange(_ isIndexed: (Int) -> Bool) -> Bool {
    guard sort.isEmpty, limit == nil, let node = predicate?.node else { return false }
    let parts = if case .and(let parts) = node { parts } else { [node] }
    return parts.contains { part in
      guard case .comparison(let comparison) = part else { return false }
      return comparison.halfOpenColumn.map(isIndexed) ?? false
    }
  }
}

extension Comparison<BoundKeyPath> {
  /// The column that lies beyond or below a constant.
  fileprivate var halfOpenColumn: Int? {
    guard modifier == .direct, options.folding.isEmpty,
      [.less, .lessOrEqual, .greater, .greaterOrEqual].contains(`operator`)
    else { return nil }
    switch (left, right) {
    case (.key(let path), .constant), (.constant, .key(let path)):
      guard path.steps.isEmpty, case .attribute(_, let column) = path.target else { return nil }
      return column
    default: return nil
    }
  }
}
