import JSON

/// Tasks as a file brings them: one JSON object a line, or one JSON array.
///
/// Their text is checked to be JSON, and no more.
struct TaskSource {
  /// Where a task stands in its file.
  enum Place: Hashable {
    /// Counted from 1; blank lines count.
    case line(Int)
    /// In an array, from 0.
    case index(Int)
  }

  /// One task.
  struct Entry {
    let place: Place
    /// Its text, offsets into the file.
    let range: Range<Int>
  }

  /// What is wrong with a task, or with the file where no task can be named.
  struct Complaint {
    let place: Place?
    let sentence: String
  }

  let bytes: [UInt8]
  let entries: [Entry]
  /// What is no JSON; empty if everything is.
  let complaints: [Complaint]

  /// Tasks that are handed over together: few enough that progress is seen, many enough that a request costs
  /// nothing.
  private static let portion = 10_000

  /// - Parameter take: gets the tasks of a file that is sound so far, a portion each time, while the rest is
  ///   not read yet.
  /// - Complexity: O(bytes).
  init(_ bytes: [UInt8], _ take: (ArraySlice<Entry>) -> Void) {
    self.bytes = bytes
    let first = bytes.first { $0 > UInt8(ascii: " ") }
    let isArray = first == UInt8(ascii: "[")
    (entries, complaints) = isArray ? Self.readArray(bytes.span, take) : Self.readLines(bytes.span, take)
  }

  /// The text of a task.
  func text(_ entry: Entry) -> ArraySlice<UInt8> { bytes[entry.range] }

  private static func readArray(
    _ bytes: Span<UInt8>, _ take: (ArraySlice<Entry>) -> Void
  ) -> ([Entry], [Complaint]) {
    var scanner = JSONScanner()
    var position = 0
    var entries: [Entry] = []
    do throws(JSONError) {
      try scanner.begin(bytes, &position)
      try scanner.visitElements(bytes, &position) { range in
        entries.append(Entry(place: .index(entries.count), range: range))
      }
      try scanner.end(bytes, &position)
      var rest = entries[...]
      while !rest.isEmpty {
        take(rest.prefix(portion))
        rest = rest.dropFirst(portion)
      }
      return (entries, [])
    } catch {
      return ([], [complaint(error, bytes)])
    }
  }

  /// In an array of several lines the line says more than the byte.
  private static func complaint(_ error: JSONError, _ bytes: Span<UInt8>) -> Complaint {
    var (line, start) = (1, 0)
    for index in 0..<min(error.offset, bytes.count) where bytes[index] == UInt8(ascii: "\n") {
      (line, start) = (line + 1, index + 1)
    }
    return Complaint(
      place: .line(line), sentence: "not valid JSON: \(error.reason) at byte \(error.offset - start)")
  }

  private static func readLines(
    _ bytes: Span<UInt8>, _ take: (ArraySlice<Entry>) -> Void
  ) -> ([Entry], [Complaint]) {
    var entries: [Entry] = []
    var complaints: [Complaint] = []
    var (start, number, taken) = (0, 1, 0)
    while start < bytes.count {
      var end = start
      while end < bytes.count, bytes[end] != UInt8(ascii: "\n") { end += 1 }
      do throws(JSONError) {
        if try isValue(bytes.extracting(start..<end)) {
          entries.append(Entry(place: .line(number), range: start..<end))
        }
      } catch {
        complaints.append(Complaint(place: .line(number), sentence: "not valid JSON: \(error)"))
      }
      (start, number) = (end + 1, number + 1)
      let isLast = start >= bytes.count
      if complaints.isEmpty, isLast && taken < entries.count || entries.count - taken == portion {
        take(entries[taken...])
        taken = entries.count
      }
    }
    return (entries, complaints)
  }

  /// False for a blank line.
  private static func isValue(_ line: Span<UInt8>) throws(JSONError) -> Bool {
    var scanner = JSONScanner()
    var position = 0
    try scanner.begin(line, &position)
    if position == line.count { return false }
    try scanner.skipValue(line, &position)
    try scanner.end(line, &position)
    return true
  }
}
