/// Columns that were seen already; nothing is allocated for the first 64.
struct ColumnSet {
  private var low: UInt64 = 0
  private var high: Set<Int> = []

  /// Adds a column; false if it was there.
  mutating func insert(_ column: Int) -> Bool {
    guard column < UInt64.bitWidth else { return high.insert(column).inserted }
    let bit = UInt64(1) << UInt64(column)
    defer { low |= bit }
    return low & bit == 0
  }
}
