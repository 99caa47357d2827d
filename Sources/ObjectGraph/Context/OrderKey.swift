/// Places in ordered relationships: multiples of 1024 from 2048 up, as Core Data numbers them; the gaps are for members
/// that are put between two others.
enum OrderKey {
  static let first: Int64 = 2048
  static let step: Int64 = 1024

  /// The place behind the last one.
  ///
  /// - Throws: `StoreError.limit` where there is none any more.
  static func following(_ last: Int64?) throws(StoreError) -> Int64 {
    guard let last else { return first }
    let (next, isTooGreat) = last.addingReportingOverflow(step)
    if isTooGreat { throw .limit("places in an ordered relationship", .max) }
    return max(next, first)
  }

  /// The places of so many members that nobody else is between.
  static func all(_ count: Int) -> [Int64] { (0..<Int64(count)).map { first + $0 * step } }

  /// Places between two others, either of which may be missing; nil if there is no room.
  ///
  /// The others are numbers of a file, and so any numbers.
  static func between(_ before: Int64?, _ after: Int64?, count: Int) -> [Int64]? {
    guard let after else {
      guard let before else { return all(count) }
      let isTooGreat = before.addingReportingOverflow(Int64(count) * step).overflow
      return isTooGreat ? nil : (1...Int64(count)).map { before + $0 * step }
    }
    let (room, isTooGreat) = after.subtractingReportingOverflow(before ?? 0)
    let gap = isTooGreat ? 0 : room / Int64(count + 1)
    guard gap > 0 else { return nil }
    return (1...Int64(count)).map { (before ?? 0) + $0 * gap }
  }
}
