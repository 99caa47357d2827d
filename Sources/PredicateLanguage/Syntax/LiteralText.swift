import FoundationEssentials

/// How values and keys are written.
enum LiteralText {
  /// A value that is no list.
  static func literal(_ value: PredicateValue) -> String {
    switch value {
    case .null: "nil"
    case .boolean(let truth): (truth ? Keyword.true : Keyword.false).text
    case .integer(let number): String(number)
    case .double(let number): double(number)
    case .decimal(let number): cast(quoted(number.description), CastType.decimal)
    case .string(let text): quoted(text)
    case .date(let seconds): cast(date(seconds), CastType.date)
    case .uuid(let uuid): cast(quoted(uuid.uuidString), CastType.uuid)
    case .url(let text): cast(quoted(text), CastType.url)
    case .data(let bytes): cast(quoted(hex(bytes)), CastType.data)
    case .objectID(let id): cast(quoted(id.uri), CastType.objectID)
    case .list: preconditionFailure("the printer writes lists itself")
    }
  }

  /// A key: as it is, with `#` before a reserved word, as `#"…"` if it is no identifier.
  ///
  /// A collection operator is `@` before an identifier.
  static func key(_ name: String) -> String {
    if name.utf8.first == UInt8(ascii: "@"), isIdentifier(name.utf8.dropFirst()) { return name }
    guard isIdentifier(name.utf8[...]) else { return "#" + quoted(name) }
    return Keyword(word: name) == nil && !OperatorTable.infixWords.contains(name.lowercased())
      ? name : "#" + name
  }

  private static func isIdentifier(_ bytes: Substring.UTF8View) -> Bool {
    bytes.first.map(Lexer.startsWord) ?? false && bytes.allSatisfy(Lexer.continuesWord)
  }

  private static func cast(_ literal: String, _ type: CastType) -> String {
    "CAST(\(literal), \"\(type.rawValue)\")"
  }

  private static func double(_ number: Double) -> String {
    number.isFinite ? number.description : cast(quoted(number < 0 ? "-inf" : "inf"), CastType.number)
  }

  /// Seconds without a fraction where there is none, as Apple prints dates.
  private static func date(_ seconds: Double) -> String {
    if let whole = Int64(exactly: seconds) { return String(whole) }
    return seconds.isFinite ? seconds.description : double(seconds)
  }

  private static func hex(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// Text in double quotes; quotes, backslashes and control characters escaped.
  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F: result += unicodeEscape(scalar)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  private static func unicodeEscape(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}
