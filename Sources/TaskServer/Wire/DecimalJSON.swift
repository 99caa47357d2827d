import FoundationEssentials
import JSON
import ObjectGraph
import PredicateLanguage

/// Decimals on the wire: text, so that no reader makes a double of them.
///
/// A store keeps the nearest double. What has at most 15 significant digits comes back from one unchanged;
/// anything longer is refused, in every store.
enum DecimalJSON {
  static let expectation =
    "a decimal as a string or number of at most \(AttributeType.decimalDigits) significant digits"

  /// Reads `"10.10"`, `10.1`, `"1e3"`; nil for more digits and for what no Decimal can hold.
  static func read(_ json: JSONValue) -> Decimal? {
    switch json {
    case .number(let number): decimal(number)
    case .string(let text): self.number(text).flatMap { decimal($0) }
    default: nil
    }
  }

  /// Reads text that follows the grammar of JSON numbers.
  private static func number(_ text: String) -> JSONNumber? {
    // The reader would also take white space around the number.
    guard text.utf8.allSatisfy({ $0 > 0x20 }), case .number(let number) = try? JSONValue(parsing: text) else {
      return nil
    }
    return number
  }

  private static func decimal(_ number: JSONNumber) -> Decimal? {
    // Whatever its exponent.
    if number.significantDigitCount == 0 { return 0 }
    guard number.significantDigitCount <= AttributeType.decimalDigits,
      let value = DecimalText.decimal(number.text),
      // Exponents beyond Decimal's would become zero or lose digits.
      !value.isZero,
      Decimal(storedReal: DecimalText.nearestDouble(value)) == value
    else { return nil }
    return value
  }

  /// The text of a stored double: all digits before the point, no zeros at the end, no minus before zero.
  ///
  /// What is too large for a Decimal (others wrote it) keeps its exponent.
  static func text(_ stored: Double) -> String {
    if stored == 0 { return "0" }
    let text = stored.description
    if text.utf8.contains(UInt8(ascii: "e")) { return Decimal(storedReal: stored)?.description ?? text }
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
