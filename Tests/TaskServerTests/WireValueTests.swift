import Foundation
import JSON
import ObjectGraph
import PredicateLanguage
import TaskServer
import Testing
import TestSupport

@Suite struct WireValueTests {
  @Test(arguments: [
    (AttributeType.integer16, "0", "0"), (.integer16, "-32768", "-32768"), (.integer16, "\"32767\"", "32767"),
    (.integer32, "5.0", "5"), (.integer32, "5e0", "5"), (.integer32, "0.5E1", "5"), (.integer32, "-0", "0"),
    (.integer32, "\"-2147483648\"", "-2147483648"), (.integer32, "2147483647", "2147483647"),
    (.integer64, "9007199254740993", "9007199254740993"),
    (.integer64, "\"9007199254740993\"", "9007199254740993"),
    (.integer64, "9223372036854775807", "9223372036854775807"),
    (.integer64, "-9223372036854775808", "-9223372036854775808"),
    (.integer64, "1e18", "1000000000000000000"), (.integer64, "\"-0\"", "0"),
    (.double, "1", "1.0"), (.double, "0.1", "0.1"), (.double, "-0.0", "0.0"),
    (.double, "1e300", "1e+300"), (.double, "5e-324", "5e-324"), (.double, "1e-400", "0.0"),
    (.double, "0.30000000000000004", "0.30000000000000004"),
    (.double, "9007199254740993", "9007199254740992.0"),
    (.float, "0.1", "0.1"), (.float, "16777217", "16777216.0"), (.float, "3.4028235e38", "3.4028235e+38"),
    (.float, "1e-50", "0.0"), (.float, "1.00000005960464477540", "1.0000001"),
    (.decimal, "\"10.10\"", "\"10.1\""), (.decimal, "10.1", "\"10.1\""), (.decimal, "0", "\"0\""),
    (.decimal, "\"-0.0\"", "\"0\""), (.decimal, "0e999999999999", "\"0\""),
    (.decimal, "\"0.000001\"", "\"0.000001\""),
    (.decimal, "\"0.00000001\"", "\"0.00000001\""), (.decimal, "1e20", "\"100000000000000000000\""),
    (.decimal, "\"123456789012345\"", "\"123456789012345\""), (.decimal, "\"-1.5e3\"", "\"-1500\""),
    (.decimal, "0.123456789012345", "\"0.123456789012345\""),
    (.decimal, "\"999999999999999e3\"", "\"999999999999999000\""),
    (.boolean, "true", "true"), (.boolean, "false", "false"), (.boolean, "1", "true"),
    (.boolean, "0", "false"),
    (.boolean, "1.0", "true"),
    (.string, "\"\"", "\"\""), (.string, "\"a\\u0000\\\"/\\u2028\"", "\"a\\u0000\\\"/\\u2028\""),
    (.string, "\"e\u{301}\"", "\"e\u{301}\""), (.string, "\"\\ud83d\\ude00\"", "\"😀\""),
    (.uri, "\"HTTP://Example.com/%7e a\"", "\"HTTP://Example.com/%7e a\""),
    (.uuid, "\"f81d4fae-7dec-11d0-a765-00a0c91e6bf6\"", "\"F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6\""),
    (.uuid, "\"00000000-0000-0000-0000-000000000000\"", "\"00000000-0000-0000-0000-000000000000\""),
    (.binary, "\"\"", "\"\""), (.binary, "\"AP8=\"", "\"AP8=\""), (.binary, "\"+/+/\"", "\"+/+/\""),
  ])
  func `a value comes back in the form of its type`(_ type: AttributeType, _ input: String, _ output: String)
    throws
  {
    try check(type, input, gives: output)
  }

  @Test(arguments: AttributeType.allCases.filter { $0 != .undefined && $0 != .composite })
  func `null is null`(_ type: AttributeType) throws {
    try check(type, "null", gives: "null")
    #expect(try WireFixture(type).read("null") == .null)
  }

  @Test(arguments: [
    (
      AttributeType.integer16,
      ["32768", "-32769", "1.5", "true", "\"\"", "\"+5\"", "\"05\"", "\" 5\"", "[]", "1e99"]
    ),
    (.integer32, ["2147483648", "-2147483649", "\"2147483648\"", "\"five\"", "\"5.0\"", "{}", "\"-\""]),
    (
      .integer64,
      [
        "9223372036854775808", "-9223372036854775809", "\"9223372036854775808\"", "1e19",
        "\"99999999999999999999\"",
      ]
    ),
    (.double, ["\"1\"", "1e400", "true", "[1]"]),
    (.float, ["1e39", "-3.5e38", "\"1\"", "false"]),
    (
      .decimal,
      [
        "0.1234567890123456", "\"1234567890123456\"", "\"\"", "\" 1\"", "\"1 \"", "\"+1\"", "\".5\"",
        "\"1.\"",
        "\"0x10\"", "\"NaN\"", "\"inf\"", "\"[1]\"", "\"1,5\"", "1e200", "\"1e-200\"", "true", "{}",
      ]
    ),
    (.boolean, ["2", "\"true\"", "\"1\"", "-1", "0.5", "[]"]),
    (.string, ["1", "true", "[]", "{}"]),
    (.uri, ["1", "{}"]),
    (
      .uuid,
      [
        "\"\"", "\"f81d4fae7dec11d0a76500a0c91e6bf6\"", "\"f81d4fae-7dec-11d0-a765-00a0c91e6bf\"",
        "\"f81d4fae-7dec-11d0-a765-00a0c91e6bf66\"", "\"{81d4fae-7dec-11d0-a765-00a0c91e6bf6\"",
        "\"g81d4fae-7dec-11d0-a765-00a0c91e6bf6\"", "5", "\"+81d4fae-7dec-11d0-a765-00a0c91e6bf6\"",
        "\" 81d4fae-7dec-11d0-a765-00a0c91e6bf6\"", "\"f81d4fae-7dec-11d0-a765-00a0c91e6bf6\\u0000\"",
      ]
    ),
    (.binary, ["\"A\"", "\"AP8\"", "\"AP9=\"", "\"A P8=\"", "\"-_-_\"", "[0, 255]"]),
    (.transformable, [#"{"$data": "A"}"#, #"{"$data": 5}"#, #"{"$data": null}"#]),
    (.date, ["5", "\"tomorrow\"", "true", "{}"]),
  ])
  func `a value of another type is refused`(_ type: AttributeType, _ inputs: [String]) {
    for input in inputs {
      #expect(throws: ValueError.self, "\(type.name): \(input)") { try WireFixture(type).read(input) }
    }
  }

  @Test func `an error says the place, what was expected and what kind of value came`() {
    checkRefused(
      .integer16, "70000", expecting: "an integer from -32768 to 32767", given: "a number")
    checkRefused(.boolean, "\"yes\"", expecting: "true or false", given: "a string")
    checkRefused(.string, "[]", expecting: "a string", given: "an array")
    checkRefused(
      .decimal, "\"1234567890.123456\"",
      expecting: "a decimal as a string or number of at most 15 significant digits", given: "a string")
  }

  @Test(arguments: [
    (AttributeType.integer16, "7"), (.integer32, "7"), (.integer64, "\"7\""),
  ])
  func `int64 "string" makes text of Integer 64 alone`(_ type: AttributeType, _ output: String) throws {
    try check(type, "7", gives: output, WireSettings(timeZone: "UTC", int64AsString: true))
  }

  @Test func `random numbers come back as the same double, float and decimal`() throws {
    let seed = UInt64.random(in: 0 ... .max)
    var generator = SeededGenerator(seed: seed)
    let doubles = WireFixture(.double)
    let floats = WireFixture(.float)
    let decimals = WireFixture(.decimal)
    for _ in 0..<500 {
      let double = Double(bitPattern: generator.next())
      if double.isFinite {
        let text = try doubles.written(.double(double))
        #expect(try doubles.read(text) == .double(double), "seed \(seed)")
      }
      let float = Float(bitPattern: UInt32(truncatingIfNeeded: generator.next()))
      if float.isFinite {
        let text = try floats.written(.double(Double(float)))
        #expect(try floats.read(text) == .double(Double(float)), "seed \(seed)")
      }
      let digits = Int64(bitPattern: generator.next()) % 1_000_000_000_000_000
      let text = "\(digits)e\(Int(generator.next() % 40) - 20)"
      let decimal = try #require(Decimal(string: text))
      #expect(try decimals.read("\"\(text)\"") == .decimal(decimal), "seed \(seed)")
      #expect(try decimals.written(.decimal(decimal)) == "\"\(decimal)\"", "seed \(seed)")
    }
  }

  @Test func `cells that others wrote are shown as far as the type goes`() throws {
    #expect(WireFixture(.boolean).written { $0.append(7 as Int64) } == "true")
    #expect(WireFixture(.double).written { $0.append(3 as Int64) } == "3.0")
    #expect(WireFixture(.float).written { $0.append(0.1 as Double) } == "0.1")
    #expect(WireFixture(.float).written { $0.append(1e300 as Double) } == "1e+300")
    #expect(WireFixture(.decimal).written { $0.append(3 as Int64) } == "\"3\"")
    #expect(WireFixture(.decimal).written { $0.append(1e300 as Double) } == "\"1e+300\"")
    #expect(WireFixture(.decimal).written { $0.append(Double.infinity) } == "null")
    #expect(WireFixture(.double).written { $0.append(-Double.infinity) } == "null")
    #expect(WireFixture(.integer32).written { $0.append(1.5 as Double) } == "null")
    #expect(try WireFixture(.uuid).written { try $0.appendBlob { $0.append(5) } } == "null")
    #expect(try WireFixture(.string).written { try $0.appendText { $0 += [0x61, 0xFF] } } == "\"a\u{FFFD}\"")
  }
}
