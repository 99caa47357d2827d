import FoundationEssentials
public import PredicateLanguage

extension AttributeType {
  /// Whether an attribute of this type may hold the value; `.null` always fits (required values are checked
  /// at save).
  public func accepts(_ value: AttributeValue) -> Bool {
    switch (self, value) {
    case (_, .null): true
    case (.integer16, .integer(let number)), (.integer32, .integer(let number)),
      (.integer64, .integer(let number)):
      integerRange?.contains(number) ?? false
    case (.decimal, .decimal(let number)):
      number.isFinite && number.significantDigitCount <= Self.decimalDigits
    case (.double, .double(let number)): number.isFinite
    case (.float, .double(let number)): number.isFinite && Double(Float(number)) == number
    case (.string, .string), (.boolean, .boolean), (.binary, .data), (.uuid, .uuid), (.uri, .url),
      (.transformable, .data):
      true
    case (.date, .date(let seconds)): seconds.isFinite
    default: false
    }
  }
}
