import JSON
import Testing

@Suite struct JSONNumberTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var text: String
    var int64: Int64?
    var double: Double?

    init(_ text: String, _ int64: Int64?, _ double: Double?) {
      self.text = text
      self.int64 = int64
      self.double = double
    }

    var testDescription: String { text }
  }

  static let cases: [Case] = [
    Case("0", 0, 0),
    Case("-0", 0, -0.0),
    Case("5", 5, 5),
    Case("5.0", 5, 5),
    Case("5e0", 5, 5),
    Case("50E-1", 5, 5),
    Case("0.5e+1", 5, 5),
    Case("0.0000e99999999999999999999", 0, 0),
    Case("1e18", 1_000_000_000_000_000_000, 1e18),
    Case("1e19", nil, 1e19),
    Case("1.5", nil, 1.5),
    Case("-1e-1", nil, -0.1),
    Case("9007199254740993", 9_007_199_254_740_993, 9_007_199_254_740_992),
    Case("9223372036854775807", .max, 0x1p63),
    Case("9223372036854775808", nil, 0x1p63),
    Case("-9223372036854775808", .min, -0x1p63),
    Case("-9223372036854775809", nil, -0x1p63),
    Case("-9223372036854775808.0", .min, -0x1p63),
    Case("18446744073709551615", nil, 0x1p64),
    Case("123456789012345678901234567890", nil, 1.2345678901234568e29),
    Case("1e400", nil, nil),
    Case("1e-400", nil, 0),
    Case("1e999999999999999999999999", nil, nil),
    Case("0.1", nil, 0.1),
  ]

  @Test(arguments: cases)
  func `a number keeps its text and its exact value`(_ example: Case) throws {
    let value = try JSONValue(parsing: example.text)
    guard case .number(let number) = value else {
      Issue.record("not a number")
      return
    }
    #expect(number.text == example.text)
    #expect(value.text == example.text)
    #expect(number.int64 == example.int64)
    #expect(number.double == example.double)
    #expect(number.double?.sign == example.double?.sign)
  }

  @Test(arguments: [("0", 0), ("-0.00", 0), ("10.10", 3), ("1200", 2), ("0.001234", 4), ("1e5", 1)])
  func `significant digits have no zeros at their ends`(_ text: String, _ count: Int) throws {
    guard case .number(let number) = try JSONValue(parsing: text) else { return }
    #expect(number.significantDigitCount == count)
  }

  @Test func `infinities and NaN are no numbers`() {
    #expect(JSONNumber(Double.infinity) == nil)
    #expect(JSONNumber(Double.nan) == nil)
    #expect(JSONNumber(0.1)?.text == "0.1")
  }
}
