import Foundation
import ObjectGraph
import PredicateLanguage
import TaskServer
import Testing
import TestSupport

@Suite struct WireZoneFileTests {
  @Test func `a file that ends too early is none`() throws {
    let whole = try Self.berlin()
    for count in 0..<whole.count {
      #expect(!Self.isZone(Array(whole.prefix(count))), "\(count) bytes")
    }
    #expect(Self.isZone(whole))
  }

  @Test func `damaged files are refused or read, and nothing traps`() throws {
    let seed = UInt64.random(in: 0 ... .max)
    var generator = SeededGenerator(seed: seed)
    let whole = try Self.berlin()
    for _ in 0..<500 {
      var bytes = whole
      for _ in 0...generator.next() % 4 {
        // Counts and the first types lie in the first bytes of each half.
        let place =
          generator.chance(2) ? Int(generator.next() % 64) : Int(generator.next() % UInt64(bytes.count))
        bytes[place] = generator.pick([0, 1, 0x7F, 0x80, 0xFF, UInt8(truncatingIfNeeded: generator.next())])
      }
      _ = Self.isZone(bytes)
    }
  }

  @Test func `the first half serves where there is no second one`() throws {
    // One type, one hour east; no changes.
    let file = Self.file(version: 0, types: [[0, 0, 0x0E, 0x10, 0, 0]])
    #expect(try Self.read("2026-07-01T12:00", file) == .date(804_596_400))
  }

  @Test func `a change at the beginning of time is no obstacle`() throws {
    let header = Self.file(version: 0x32, types: [[0, 0, 0, 0, 0, 0]])
    let types: [[UInt8]] = [[0, 0, 0, 0, 0, 0], [0, 0, 0x0E, 0x10, 0, 0]]
    let start: [UInt8] = [0x80, 0, 0, 0, 0, 0, 0, 0]
    let second = Self.file(version: 0x32, times: [(start, 1)], types: types)
    #expect(try Self.read("2026-07-01T12:00", header + second + Array("\n\n".utf8)) == .date(804_596_400))
    #expect(
      try Self.read("2026-07-01T12:00", header + second + Array("\nABC-2\n".utf8)) == .date(804_592_800))
  }

  @Test func `files that count leap seconds, name no type or have a broken rule are refused`() {
    let type: [UInt8] = [0, 0, 0, 0, 0, 0]
    let header = Self.file(version: 0x32, types: [type])
    #expect(Self.isZone(header + header + Array("\n\n".utf8)))
    #expect(!Self.isZone(header + header))
    #expect(!Self.isZone(header + header + Array("\n".utf8)))
    #expect(!Self.isZone(header + header + Array("\nnonsense\n".utf8)))
    #expect(!Self.isZone(Self.file(version: 0, types: [])))
    #expect(!Self.isZone(Self.file(version: 0, leapCount: 1, types: [type])))
    #expect(!Self.isZone(Self.file(version: 0, times: [([0, 0, 0, 0], 1)], types: [type])))
    #expect(!Self.isZone(Self.file(version: 0, types: [[0x7F, 0xFF, 0xFF, 0xFF, 0, 0]])))
    #expect(!Self.isZone([UInt8](repeating: 0, count: 1 << 21)))
  }

  static func berlin() throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/Europe/Berlin")))
  }

  /// One half of a file: header and data.
  static func file(
    version: UInt8, leapCount: UInt8 = 0, times: [([UInt8], UInt8)] = [], types: [[UInt8]]
  ) -> [UInt8] {
    var bytes = Array("TZif".utf8) + [version] + [UInt8](repeating: 0, count: 15)
    for count in [0, 0, leapCount, UInt8(times.count), UInt8(types.count), 0] { bytes += [0, 0, 0, count] }
    bytes += times.flatMap(\.0) + times.map(\.1) + types.flatMap { $0 }
    return bytes + [UInt8](repeating: 0, count: Int(leapCount) * 8)
  }

  static func settings(_ bytes: [UInt8]) -> WireSettings {
    WireSettings(TimeZoneSearch(name: "Here", variable: { _ in nil }, contents: { _ in bytes }))
  }

  static func isZone(_ bytes: [UInt8]) -> Bool {
    (try? read("2026-07-01T12:00", bytes)) != nil
  }

  static func read(_ wall: String, _ bytes: [UInt8]) throws -> AttributeValue {
    try WireFixture(.date, settings(bytes)).read("\"\(wall)\"")
  }
}
