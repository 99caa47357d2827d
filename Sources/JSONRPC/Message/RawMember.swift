import JSON

/// One member of an object that was scanned: its key, and where its value stands.
package struct RawMember: Sendable {
  /// Its range is relative to the object's first byte, like the value's.
  let key: JSONString
  let value: Range<Int>

  /// - Parameter start: where the object begins in the text that the ranges are relative to.
  init(_ key: JSONString, _ value: Range<Int>, from start: Int) {
    var key = key
    key.range = key.range.shifted(by: -start)
    self.key = key
    self.value = value.shifted(by: -start)
  }
}

extension Range<Int> {
  fileprivate func shifted(by distance: Int) -> Range<Int> { lowerBound + distance..<upperBound + distance }
}
