import Foundation
import ObjectGraph
import PredicateLanguage
import Synchronization
import TaskServer
import Testing
import TestSupport

@Suite struct WireZoneTests {
  @Test(arguments: [
    ("Europe/Berlin", "2026-12-01T09:00", "2026-12-01T08:00:00Z"),
    ("Europe/Berlin", "2026-07-01T09:00:30.5", "2026-07-01T07:00:30.5Z"),
    ("Europe/Berlin", "2026-03-29T01:59:59", "2026-03-29T00:59:59Z"),
    ("Europe/Berlin", "2026-03-29T02:00", "2026-03-29T01:00:00Z"),
    ("Europe/Berlin", "2026-03-29T02:30", "2026-03-29T01:30:00Z"),
    ("Europe/Berlin", "2026-03-29T03:00", "2026-03-29T01:00:00Z"),
    ("Europe/Berlin", "2026-10-25T01:59:59", "2026-10-24T23:59:59Z"),
    ("Europe/Berlin", "2026-10-25T02:00", "2026-10-25T00:00:00Z"),
    ("Europe/Berlin", "2026-10-25T02:59:59.999", "2026-10-25T00:59:59.999Z"),
    ("Europe/Berlin", "2026-10-25T03:00", "2026-10-25T02:00:00Z"),
    ("Europe/Berlin", "2026-12-01T09:00+05:00", "2026-12-01T04:00:00Z"),
    ("America/New_York", "2026-03-08T02:30", "2026-03-08T07:30:00Z"),
    ("America/New_York", "2026-11-01T01:30", "2026-11-01T05:30:00Z"),
    ("America/New_York", "2026-07-01", "2026-07-01T04:00:00Z"),
    ("Australia/Lord_Howe", "2026-10-04T02:15", "2026-10-03T15:45:00Z"),
    ("Australia/Lord_Howe", "2026-04-05T01:45", "2026-04-04T14:45:00Z"),
    ("Australia/Lord_Howe", "2026-04-05T02:00", "2026-04-04T15:30:00Z"),
    ("Pacific/Apia", "2011-12-30T09:00", "2011-12-30T19:00:00Z"),
    ("America/Sao_Paulo", "2018-11-04", "2018-11-04T03:00:00Z"),
    ("Asia/Kathmandu", "2026-01-01T00:00", "2025-12-31T18:15:00Z"),
    // By the rule at the end of the file, on both sides of the equator, and where summer time is the negative one.
    ("Europe/Berlin", "2500-07-01T12:00", "2500-07-01T10:00:00Z"),
    ("Europe/Berlin", "2500-12-01T12:00", "2500-12-01T11:00:00Z"),
    ("Australia/Sydney", "2500-01-01T12:00", "2500-01-01T01:00:00Z"),
    ("Australia/Sydney", "2500-07-01T12:00", "2500-07-01T02:00:00Z"),
    ("Europe/Dublin", "2500-01-15T12:00", "2500-01-15T12:00:00Z"),
    ("Europe/Dublin", "2500-07-15T12:00", "2500-07-15T11:00:00Z"),
    ("Asia/Tokyo", "2500-07-15T12:00", "2500-07-15T03:00:00Z"),
    ("Europe/Berlin", "1850-01-01T12:00", "1850-01-01T11:06:32Z"),
    ("Etc/GMT+5", "2026-01-01", "2026-01-01T05:00:00Z"), ("UTC", "2026-01-01", "2026-01-01T00:00:00Z"),
  ])
  func `a wall time is that of the zone`(_ zone: String, _ wall: String, _ instant: String) throws {
    try check(.date, "\"\(wall)\"", gives: "\"\(instant)\"", WireSettings(timeZone: zone))
  }

  @Test(arguments: [
    "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Africa/Casablanca", "Asia/Kolkata",
    "Pacific/Apia", "America/St_Johns", "Pacific/Chatham", "Asia/Tehran", "America/Santiago", "Europe/Dublin",
    "Antarctica/Troll",
  ])
  func `Foundation knows the same wall times`(_ name: String) throws {
    let seed = UInt64.random(in: 0 ... .max)
    var generator = SeededGenerator(seed: seed)
    let zone = try #require(TimeZone(identifier: name))
    let fixture = WireFixture(.date, WireSettings(timeZone: name))
    let utc = WireFixture(.date)
    // 1971 to 2036: what is older or newer depends on the age of each one's data.
    for _ in 0..<400 {
      let start = Double(Int(generator.next() % 2_050_000_000) - 930_000_000)
      // Half of them lie near a change.
      let change = zone.nextDaylightSavingTimeTransition(after: Date(timeIntervalSinceReferenceDate: start))
      var wall = start
      if let change, generator.chance(2) {
        wall = change.timeIntervalSinceReferenceDate + Double(zone.secondsFromGMT(for: change))
        wall += Double(Int(generator.next() % 14_400) - 7200)
      }
      let text = try utc.written(.date(wall)).dropLast(2) + "\""
      #expect(
        try fixture.read(String(text)) == .date(Self.instant(ofWall: wall, zone)), "\(text), seed \(seed)")
    }
  }

  /// The first moment at which a clock shows the time; from before the change if it never does.
  static func instant(ofWall wall: Double, _ zone: TimeZone) -> Double {
    func offset(_ instant: Double) -> Double {
      Double(zone.secondsFromGMT(for: Date(timeIntervalSinceReferenceDate: instant)))
    }
    let before = offset(wall - 2 * 86_400)
    let offsets = [
      before, offset(wall - 86_400), offset(wall), offset(wall + 86_400), offset(wall + 2 * 86_400),
    ]
    let moments = offsets.map { wall - $0 }.filter { $0 + offset($0) == wall }
    return moments.min() ?? wall - before
  }

  @Test func `a zone file is looked for once, and only for a wall time`() throws {
    let reads = Reads()
    let settings = WireSettings(
      TimeZoneSearch(name: "Europe/Berlin", variable: { _ in nil }) { path in
        reads.add(path)
        return FileManager.default.contents(atPath: path).map { Array($0) }
      })
    try check(.date, "\"2026-12-01T09:00:00Z\"", gives: "\"2026-12-01T09:00:00Z\"", settings)
    #expect(reads.paths.isEmpty)
    try check(.date, "\"2026-12-01T09:00\"", gives: "\"2026-12-01T08:00:00Z\"", settings)
    try check(.date, "\"2026-12-02T09:00\"", gives: "\"2026-12-02T08:00:00Z\"", settings)
    #expect(reads.paths == ["/usr/share/zoneinfo/Europe/Berlin"])
  }

  @Test(
    arguments: [
      // The name, the environment, what 2026-07-01T12:00 is.
      (nil, ["TZ": "Asia/Tokyo"], "03:00"), (nil, ["TZ": ":Asia/Tokyo"], "03:00"), (nil, ["TZ": ""], "12:00"),
      (nil, ["TZ": "CET-1CEST,M3.5.0,M10.5.0/3"], "10:00"), (nil, ["TZ": "EST5EDT4,M3.2.0,M11.1.0"], "16:00"),
      (nil, ["TZ": "<+0545>-5:45"], "06:15"), (nil, ["TZ": "XYZ3"], "15:00"),
      (nil, ["TZ": "ABC5DEF"], "16:00"),
      (nil, ["TZ": "ABC0DEF-1,J60/0,J300/0"], "11:00"), (nil, ["TZ": "ABC0DEF-1,300/0,59/0"], "12:00"),
      (nil, ["TZ": "XXX3EDT4,0/0,J365/23"], "16:00"), (nil, ["TZ": "/zones/Here"], "10:00"),
      (nil, ["TZ": ":/zones/Here"], "10:00"), (nil, ["TZ": "Here", "TZDIR": "/zones"], "10:00"),
      (nil, [:], "10:00"), ("Asia/Tokyo", ["TZ": "Europe/Berlin"], "03:00"), ("UTC", ["TZ": "XYZ3"], "12:00"),
      ("Here", ["TZDIR": "/zones"], "10:00"),
    ] as [(String?, [String: String], String)])
  func `the zone is the given one, else that of TZ, else the system's`(
    _ name: String?, _ variables: [String: String], _ time: String
  ) throws {
    let settings = WireSettings(Self.search(name, variables))
    try check(.date, "\"2026-07-01T12:00\"", gives: "\"2026-07-01T\(time):00Z\"", settings)
  }

  @Test func `without any zone it is UTC`() throws {
    let settings = WireSettings(TimeZoneSearch(name: nil, variable: { _ in nil }, contents: { _ in nil }))
    try check(.date, "\"2026-07-01T12:00\"", gives: "\"2026-07-01T12:00:00Z\"", settings)
  }

  @Test(arguments: [
    "Europe/Nowhere", "", "../../etc/localtime", "/etc/localtime", "Europe/../Europe/Berlin",
    "Europe//Berlin",
    "Europe/", "Europe", ".", "zone1970.tab", "Europe/Berlin\u{0}", "Europe\\Berlin",
    "CET-1CEST,M3.5.0,M10.5.0/3",
    String(repeating: "A", count: 300), "Éurope/Berlin",
  ])
  func `a name that is no zone's is an error with the name`(_ name: String) throws {
    let settings = WireSettings(timeZone: name)
    #expect(throws: TimeZoneError.self) { try settings.checkTimeZone() }
    do {
      try settings.checkTimeZone()
    } catch {
      #expect(error.name == name && error.message.contains("\"\(name)\""))
    }
    #expect(throws: ValueError.self) { try WireFixture(.date, settings).read("\"2026-12-01T09:00\"") }
    #expect(try WireFixture(.date, settings).read("\"2026-12-01T09:00Z\"") == .date(817_808_400))
  }

  @Test(arguments: [
    "Nowhere", "C5", "CEX", "CET-1CEST,M3.5.0", "CET-25", "CET-1CEST,M13.5.0,M10.5.0",
    "CET-1CEST,M3.6.0,M10.5.0",
    "CET-1CEST,J0,J1", "CET-1CEST,366,1", "<CET-1", "CET-1CEST,M3.5.0,M10.5.0/168", "CET-1:60",
    "/no/such/file",
  ])
  func `a TZ that says nothing is an error with its text`(_ value: String) {
    let settings = WireSettings(Self.search(nil, ["TZ": value]))
    #expect(throws: TimeZoneError.self) { try settings.checkTimeZone() }
  }

  static func search(_ name: String?, _ variables: [String: String]) -> TimeZoneSearch {
    TimeZoneSearch(name: name, variable: { variables[$0] }) { path in
      let isHere = path == "/zones/Here" || path == "/etc/localtime"
      return FileManager.default.contents(atPath: isHere ? "/usr/share/zoneinfo/Europe/Berlin" : path)
        .map { Array($0) }
    }
  }
}

/// The files a search asked for.
private final class Reads: Sendable {
  private let state = Mutex<[String]>([])
  var paths: [String] { state.withLock { $0 } }
  func add(_ path: String) { state.withLock { $0.append(path) } }
}
