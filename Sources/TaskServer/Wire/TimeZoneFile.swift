import FoundationEssentials

/// Reads a TZif file (RFC 8536).
struct TimeZoneFile {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// One block's counts, from its header.
  private struct Header {
    var version: UInt8
    var utcIndicators: Int
    var standardIndicators: Int
    var leaps: Int
    var transitions: Int
    var types: Int
    var characters: Int

    static let size = 44

    /// Bytes of the block behind the header, with times of so many bytes.
    func size(timeSize: Int) -> Int {
      transitions * (timeSize + 1) + types * 6 + characters + leaps * (timeSize + 4) + standardIndicators
        + utcIndicators
    }
  }

  /// The zone; nil for what is no TZif file.
  var clock: WallClock? {
    guard let first = header(at: 0) else { return nil }
    guard first.version >= UInt8(ascii: "2") else { return clock(first, at: Header.size, timeSize: 4, rule: nil) }
    let second = Header.size + first.size(timeSize: 4)
    guard let header = header(at: second) else { return nil }
    let start = second + Header.size
    let end = start + header.size(timeSize: 8)
    guard end <= bytes.count else { return nil }
    let footer = bytes[end...].dropFirst().prefix { $0 != 0x0A }
    return clock(header, at: start, timeSize: 8, rule: ZoneRule(parsing: footer))
  }

  private func header(at start: Int) -> Header? {
    guard start + Header.size <= bytes.count, bytes[start..<start + 4].elementsEqual("TZif".utf8) else { return nil }
    let counts = (0..<6).map { integer(at: start + 20 + $0 * 4, size: 4) }
    return Header(
      version: bytes[start + 4], utcIndicators: counts[0], standardIndicators: counts[1], leaps: counts[2],
      transitions: counts[3], types: counts[4], characters: counts[5])
  }

  private func clock(_ header: Header, at start: Int, timeSize: Int, rule: ZoneRule?) -> WallClock? {
    guard header.types > 0, header.size(timeSize: timeSize) >= 0,
      start + header.size(timeSize: timeSize) <= bytes.count
    else { return nil }
    let indexes = start + header.transitions * timeSize
    let types = indexes + header.transitions
    let offsets = (0..<header.types).map { integer(at: types + $0 * 6, size: 4) }
    var transitions: [WallClock.Transition] = []
    for number in 0..<header.transitions {
      let type = Int(bytes[indexes + number])
      guard type < offsets.count else { return nil }
      transitions.append(
        WallClock.Transition(
          time: integer(at: start + number * timeSize, size: timeSize), offset: offsets[type]))
    }
    return WallClock(initialOffset: offsets[0], transitions: transitions, rule: rule)
  }

  /// A signed big-endian number.
  private func integer(at start: Int, size: Int) -> Int {
    var value: Int64 = 0
    for byte in bytes[start..<start + size] { value = value << 8 | Int64(byte) }
    return Int(size == 4 ? Int64(Int32(truncatingIfNeeded: value)) : value)
  }
}
