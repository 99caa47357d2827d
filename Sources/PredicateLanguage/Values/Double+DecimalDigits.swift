extension Double {
  /// The nearest double that stands for a decimal of `DecimalText.digits` digits.
  ///
  /// 0.1 + 0.2 is 0.30000000000000004 as a double, and 0.3 as decimals.
  package var roundedToDecimalDigits: Double {
    guard isFinite, self != 0 else { return self }
    var text = description
    var exponent = 0
    if let mark = text.firstIndex(of: "e") {
      exponent = Int(text[text.index(after: mark)...]) ?? 0
      text = String(text[..<mark])
    }
    let digits = text.utf8.filter { (0x30...0x39).contains($0) }.drop { $0 == 0x30 }
    guard digits.count > DecimalText.digits else { return self }
    let fraction = text.utf8.firstIndex(of: UInt8(ascii: ".")).map {
      text.utf8.distance(from: $0, to: text.utf8.endIndex) - 1
    }
    let kept = digits.prefix(DecimalText.digits)
    var number = kept.reduce(Int64(0)) { $0 * 10 + Int64($1 - 0x30) }
    if digits[digits.startIndex + DecimalText.digits] >= 0x35 { number += 1 }
    let power = exponent - (fraction ?? 0) + digits.count - DecimalText.digits
    return Double("\(self < 0 ? "-" : "")\(number)e\(power)") ?? self
  }
}
