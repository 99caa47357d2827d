import Foundation
import ObjectGraph
import PredicateLanguage
import TaskServer
import Testing
import TestSupport

@Suite struct WireDateTests {
  @Test(
    arguments: [
      (0, "2001-01-01T00:00:00Z"), (-1, "2000-12-31T23:59:59Z"), (-0.0, "2001-01-01T00:00:00Z"),
      (817_808_400, "2026-12-01T09:00:00Z"), (817_808_400.25, "2026-12-01T09:00:00.25Z"),
      (-978_307_200, "1970-01-01T00:00:00Z"), (-978_307_200.5, "1969-12-31T23:59:59.5Z"),
      (0.1 + 0.2, "2001-01-01T00:00:00.30000000000000004Z"), (0.001, "2001-01-01T00:00:00.001Z"),
      (-0.25, "2000-12-31T23:59:59.75Z"), (-0.001, "2000-12-31T23:59:59.999Z"),
      (1e-7, "2001-01-01T00:00:00.0000001Z"), (1.5e-6, "2001-01-01T00:00:00.0000015Z"),
      (-1e-17, "2000-12-31T23:59:59.99999999999999999Z"), (86_399.999, "2001-01-01T23:59:59.999Z"),
      (-62_135_596_800 - 978_307_200, "0001-01-01T00:00:00Z"), (-63_114_076_800, "0000-12-30T00:00:00Z"),
      (-63_145_440_000, "0000-01-02T00:00:00Z"), (-63_145_612_800, "-000001-12-31T00:00:00Z"),
      (63_113_904_000, "4001-01-01T00:00:00Z"), (252_423_993_599, "9999-12-31T23:59:59Z"),
      (252_423_993_600, "+010000-01-01T00:00:00Z"), (0x1p53, "+285428782-11-12T07:36:32Z"),
      (-0x1p53, "-285424781-02-20T16:23:28Z"),
    ] as [(Double, String)])
  func `a date is written in UTC with the shortest fraction`(_ seconds: Double, _ text: String) throws {
    #expect(try WireFixture(.date).written(.date(seconds)) == "\"\(text)\"")
  }

  @Test(arguments: [0x1p53 + 2, -0x1p54, 1e300, .infinity, -.infinity, .nan])
  func `what no calendar knows is written as null`(_ seconds: Double) throws {
    #expect(try WireFixture(.date).written(.date(seconds)) == "null")
  }

  @Test(
    arguments: [
      ("2026-12-01T09:00:00Z", 817_808_400), ("2026-12-01t09:00:00z", 817_808_400),
      ("2026-12-01T09:00:00+02:00", 817_801_200), ("2026-12-01T09:00:00-05:30", 817_828_200),
      ("2026-12-01T09:00:00-00:00", 817_808_400), ("2026-12-01T09:00Z", 817_808_400),
      ("2026-12-01T00:30:00+23:59", 817_691_460), ("2026-12-01T09:00:00.25Z", 817_808_400.25),
      ("2026-12-01T09:00:00.1234999Z", 817_808_400.123), ("2026-12-01T09:00:00.1235Z", 817_808_400.124),
      ("2026-12-01T09:00:00.0004Z", 817_808_400), ("2026-12-01T23:59:59.9995Z", 817_862_400),
      ("2026-12-01T09:00:00.000000000000000000000000000001Z", 817_808_400),
      ("2000-12-31T23:59:59.999Z", -0.001), ("2000-02-29T00:00:00Z", -26_524_800),
      ("2024-02-29", 730_857_600), ("2026-12-01", 817_776_000), ("2026-12-01T09:00", 817_808_400),
      ("2026-12-01T09:00:07.5", 817_808_407.5), ("0000-01-01", -63_145_526_400),
      ("9999-12-31T23:59:59Z", 252_423_993_599), ("+002026-12-01", 817_776_000),
      ("9999-12-31T23:59:59.999Z", 252_423_993_599.999), ("+010000-01-01T00:59:59+01:00", 252_423_993_599),
      ("-000001-12-31T23:00:00-01:00", -63_145_526_400),
    ] as [(String, Double)])
  func `a date is read`(_ text: String, _ seconds: Double) throws {
    #expect(try WireFixture(.date).read("\"\(text)\"") == .date(seconds))
  }

  @Test(arguments: [
    "", "2026", "2026-12", "2026-13-01", "2026-00-01", "2026-12-00", "2026-12-32", "2026-02-29", "2026-04-31",
    "1900-02-29", "2100-02-29", "26-12-01", "2026-1-01", "2026-12-1", "02026-12-01", "2026/12/01", "20261201",
    "2026-12-01T", "2026-12-01Z", "2026-12-01 09:00:00Z", "2026-12-01T9:00:00Z", "2026-12-01T24:00:00Z",
    "2026-12-01T09:60:00Z", "2026-12-01T23:59:60Z", "2026-12-01T09:00:00.Z", "2026-12-01T09:00:00,5Z",
    "2026-12-01T09:00:00+2:00", "2026-12-01T09:00:00+0200", "2026-12-01T09:00:00+02",
    "2026-12-01T09:00:00+24:00",
    "2026-12-01T09:00:00+02:60", "2026-12-01T09:00:00ZZ", "2026-12-01T09:00:00Z ", " 2026-12-01",
    "2026-12-01T09",
    "2026-12-01T09:00:", "2026-12-01T09:00:00.5.5Z", "-2026-12-01", "+2026-12-01", "-000000-01-01",
    "+0010000-01-01", "+10000-01-01", "２026-12-01", "2026-12-01T09:00:00 Z", "2026-W49-2", "today",
    "2026-12-01T09:00:00+02:00[Europe/Berlin]", "2026-12-01T09:00:00z\\u0000",
  ])
  func `what is no date is refused`(_ text: String) {
    checkRefused(
      .date, "\"\(text)\"",
      expecting: "a date such as \"2026-12-01T09:00:00Z\", \"2026-12-01T09:00\" or \"2026-12-01\"",
      given: "a string")
  }

  @Test(arguments: [
    "9999-12-31T23:59:59.9995Z", "9999-12-31T23:30:00-01:00", "0000-01-01T00:00:00+01:00", "+010000-01-01",
    "-000001-12-31T23:59:59.999Z",
  ])
  func `a date that RFC 3339 cannot say is refused as a value, and found by a predicate`(
    _ text: String
  ) throws {
    checkRefused(
      .date, "\"\(text)\"",
      expecting: "a date from \"0000-01-01T00:00:00Z\" to \"9999-12-31T23:59:59.999Z\"", given: "a string")
    let coercion = WireCoercion(settings: WireSettings(timeZone: "UTC"))
    #expect(coercion.coerce(.string(text), to: .date) != nil)
  }

  @Test func `the fraction is the shortest that reads back to the same double`() throws {
    let seed = UInt64.random(in: 0 ... .max)
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let size = pow(10, Double(Int(generator.next() % 17)) - 4)
      let seconds = (Double(generator.next() >> 11) * 0x1p-53 * 2 - 1) * size
      let text = try WireFixture(.date).written(.date(seconds)).dropFirst().dropLast(2)
      let fraction = text.split(separator: ".").dropFirst().first ?? ""
      #expect(!fraction.hasSuffix("0"), "\(text), seed \(seed)")
      #expect(Self.reading(seconds, fraction: String(fraction)) == seconds, "\(text), seed \(seed)")
      for direction in [Decimal(0), 1] where !fraction.isEmpty {
        let shorter = Self.reading(seconds, fraction: String(fraction.dropLast()), lastDigitsMore: direction)
        #expect(shorter != seconds, "\(text) could be shorter, seed \(seed)")
      }
    }
  }

  /// The double nearest to the second that a date lies in and a decimal fraction.
  static func reading(_ seconds: Double, fraction: String, lastDigitsMore more: Decimal = 0) -> Double? {
    let whole = Decimal(Int(seconds.rounded(.down)))
    let step = Decimal(sign: .plus, exponent: -fraction.utf8.count, significand: 1)
    let value = whole + (Decimal(string: fraction.isEmpty ? "0" : fraction) ?? 0) * step + more * step
    return Double(value.description)
  }

  @Test func `Foundation reads and writes the same days`() throws {
    let seed = UInt64.random(in: 0 ... .max)
    var generator = SeededGenerator(seed: seed)
    var calendar = Calendar(identifier: .iso8601)
    calendar.timeZone = .gmt
    for _ in 0..<2000 {
      // 1600 to 9999: before that Foundation's calendar is not Gregorian everywhere.
      let seconds = Double(Int(generator.next() % 264_900_000_000) - 12_600_000_000)
      let parts = calendar.dateComponents(
        [.year, .month, .day, .hour, .minute, .second], from: Date(timeIntervalSinceReferenceDate: seconds))
      let date = [parts.year, parts.month, parts.day].map { Self.padded($0 ?? -1) }.joined(separator: "-")
      let time = [parts.hour, parts.minute, parts.second].map { Self.padded($0 ?? -1) }.joined(separator: ":")
      let text = "\"\(date)T\(time)Z\""
      #expect(try WireFixture(.date).written(.date(seconds)) == text, "seed \(seed)")
      #expect(try WireFixture(.date).read(text) == .date(seconds), "seed \(seed)")
    }
  }

  static func padded(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}
