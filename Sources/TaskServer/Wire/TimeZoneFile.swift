/// Reads the system's time zone files.
///
/// A file holds its data twice, first with 32-bit times for old readers, then with 64-bit times and a rule
/// for what comes after the last change; the second is read, or the first if there is no other. Files that
/// count leap seconds (the `right/` ones) are refused. Source: RFC 9636.
struct TimeZoneFile {
  /// The largest files have 4 KB.
  static let maximumSize = 1 << 20

  private static let headerSize = 44
  /// Seconds from 1970-01-01, where files count from, to 2001-01-01.
  private static let reference = 978_307_200
  /// Some files begin with a change at the beginning of the universe; times are held within this.
  private static let timeBound = 1 << 59
  private static let offsetBound = 26 * 3600

  private let bytes: [UInt8]

  /// What clocks show by this file; nil if it is none.
  static func clock(_ bytes: [UInt8]) -> WallClock? {
    guard bytes.count <= maximumSize else { return nil }
    let file = TimeZoneFile(bytes: bytes)
    guard let first = file.header(at: 0) else { return nil }
    guard bytes[4] >= UInt8(ascii: "2") else { return file.clock(first, at: headerSize, timeSize: 4) }
    let start = headerSize + first.size(timeSize: 4)
    guard let second = file.header(at: start) else { return nil }
    return file.clock(second, at: start + headerSize, timeSize: 8)
  }

  private struct Header {
    var isUTCount: Int
    var isStandardCount: Int
    var leapCount: Int
    var timeCount: Int
    var typeCount: Int
    var nameSize: Int

    /// Bytes of the data that follow.
    func size(timeSize: Int) -> Int {
      timeCount * (timeSize + 1) + typeCount * 6 + nameSize + leapCount * (timeSize + 4) + isStandardCount
        + isUTCount
    }
  }

  private func header(at start: Int) -> Header? {
    guard start + Self.headerSize <= bytes.count,
      bytes[start..<start + 4].elementsEqual("TZif".utf8)
    else { return nil }
    func count(_ index: Int) -> Int { integer(at: start + 20 + index * 4, size: 4, isSigned: false) }
    return Header(
      isUTCount: count(0), isStandardCount: count(1), leapCount: count(2), timeCount: count(3),
      typeCount: count(4), nameSize: count(5))
  }

  private func clock(_ header: Header, at start: Int, timeSize: Int) -> WallClock? {
    let end = start + header.size(timeSize: timeSize)
    guard end <= bytes.count, header.typeCount > 0, header.leapCount == 0 else { return nil }
    let typesStart = start + header.timeCount * (timeSize + 1)
    let offsets = (0..<header.typeCount).map { integer(at: typesStart + $0 * 6, size: 4) }
    guard offsets.allSatisfy({ abs($0) <= Self.offsetBound }),
      let changes = changes(header, at: start, timeSize: timeSize, offsets)
    else { return nil }
    let footer = timeSize == 8 ? footer(at: end) : ""
    guard let footer else { return nil }
    let rule = ClockRule(footer)
    guard rule != nil || footer.isEmpty else { return nil }
    return WallClock(initialOffset: offsets[0], changes: changes, rule: rule)
  }

  private func changes(
    _ header: Header, at start: Int, timeSize: Int, _ offsets: [Int]
  ) -> [WallClock.Change]? {
    var changes: [WallClock.Change] = []
    for index in 0..<header.timeCount {
      let time = integer(at: start + index * timeSize, size: timeSize)
      let instant = min(max(time, -Self.timeBound), Self.timeBound) - Self.reference
      let type = Int(bytes[start + header.timeCount * timeSize + index])
      guard offsets.indices.contains(type), changes.last.map({ $0.instant <= instant }) ?? true else {
        return nil
      }
      changes.append(WallClock.Change(instant: instant, offset: offsets[type]))
    }
    return changes
  }

  /// The text between two line feeds at the end; nil if they are not there.
  private func footer(at start: Int) -> String? {
    let rest = bytes[start...]
    guard rest.first == UInt8(ascii: "\n"), let end = rest.dropFirst().firstIndex(of: UInt8(ascii: "\n"))
    else { return nil }
    return String(decoding: rest[start + 1..<end], as: UTF8.self)
  }

  /// A big-endian integer of 4 or 8 bytes.
  private func integer(at start: Int, size: Int, isSigned: Bool = true) -> Int {
    let unsigned = bytes[start..<start + size].reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    if size == 8 { return Int(truncatingIfNeeded: unsigned) }
    return isSigned ? Int(Int32(truncatingIfNeeded: unsigned)) : Int(unsigned)
  }
}
