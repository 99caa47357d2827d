/// Where the lines of a log end up; may be slow, since it is used by a thread of its own.
protocol LogTarget: Sendable {
  /// Bytes given to one `write`, at most; longer lines are cut.
  var batchLimit: Int { get }

  /// Writes whole lines; false if they are lost.
  func write(_ lines: ArraySlice<UInt8>) -> Bool
}
