import SQLite

/// Values as the JSON text that SQLite's `json_each` takes apart, so that one binding carries any number of
/// them.
enum JSONList {
  /// An array of whole numbers or of strings; nil if other values are among them.
  static func text(_ values: [SQLiteValue]) -> String? {
    var elements: [String] = []
    elements.reserveCapacity(values.count)
    for value in values {
      switch value {
      case .integer(let number): elements.append(String(number))
      // json_each cuts strings at a null character.
      case .text(let text) where !text.utf8.contains(0): elements.append(quoted(text))
      default: return nil
      }
    }
    return "[" + elements.joined(separator: ",") + "]"
  }

  /// Primary keys.
  static func text(_ keys: [Int64]) -> String {
    "[" + keys.map(String.init).joined(separator: ",") + "]"
  }

  /// Primary keys as the right side of an IN, with one binding.
  static func sql(_ keys: [Int64]) -> SQLText {
    var sql: SQLText = "(SELECT value FROM json_each("
    sql.bind(.text(text(keys)))
    sql.append("))")
    return sql
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\" + String(scalar)
      case "\u{0}"..."\u{1F}":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
