import JSON

/// Tasks as they came in a result: each a JSON object whose text is passed on or looked into, but never made
/// a tree.
struct TaskRows {
  /// A JSON array.
  private let text: ArraySlice<UInt8>

  private static let resultHead = Array(#"{"dictionaries":"#.utf8)

  /// - Parameter result: of a fetch of dictionaries, `{"dictionaries":[…]}`.
  init(_ result: ArraySlice<UInt8>) {
    text = result[(result.startIndex + Self.resultHead.count)..<(result.endIndex - 1)]
  }

  /// The tasks as one array and a line end.
  var json: [UInt8] { text + [UInt8(ascii: "\n")] }

  /// The tasks, a line each.
  var jsonLines: [UInt8] {
    let span = text.span
    var writer = JSONWriter(capacity: text.count)
    var scanner = JSONScanner()
    var position = 0
    // What the server wrote is valid, here and below.
    try? scanner.visitElements(span, &position) { range in
      writer.append(span.extracting(range))
      writer.append("\n")
    }
    return writer.bytes
  }

  /// Goes through the tasks; `body` gets where values stand, one for each field in the order of `fields`, nil
  /// where a task has none.
  ///
  /// A field that is named twice has its values where it stands first.
  /// - Complexity: O(bytes), in one pass.
  func forEach(_ fields: [String], _ body: ([Range<Int>?]) -> Void) {
    let span = text.span
    // Members come in byte order of their names, so the one after the last is tried first.
    let order = fields.indices.sorted { fields[$0].utf8.lexicographicallyPrecedes(fields[$1].utf8) }
    var cells = [Range<Int>?](repeating: nil, count: fields.count)
    var scanner = JSONScanner()
    var position = 0
    try? scanner.readElements(span, &position) { (scanner, position) throws(JSONError) in
      var next = 0
      for column in cells.indices { cells[column] = nil }
      try scanner.visitMembers(span, &position) { key, value in
        var column = next < order.count && key.equals(fields[order[next]], span) ? order[next] : nil
        if column == nil { column = fields.firstIndex { key.equals($0, span) } }
        next += 1
        if let column { cells[column] = value }
      }
      body(cells)
    }
  }

  /// The text of a value.
  func bytes(_ range: Range<Int>) -> ArraySlice<UInt8> {
    text[(text.startIndex + range.lowerBound)..<(text.startIndex + range.upperBound)]
  }

  /// What a person reads for a value: text without quotes, nothing for null.
  func plainText(_ range: Range<Int>?) -> String {
    guard let range else { return "" }
    let value = bytes(range)
    switch value.first {
    case UInt8(ascii: "\""): return string(value)
    case UInt8(ascii: "n"): return ""
    default: return String(decoding: value, as: UTF8.self)
    }
  }

  /// Values of one field, in the order of the tasks.
  func texts(_ field: String) -> [String] {
    var texts: [String] = []
    forEach([field]) { texts.append(plainText($0[0])) }
    return texts
  }

  private func string(_ value: ArraySlice<UInt8>) -> String {
    var position = 0
    do throws(JSONError) {
      return try JSONScanner().skipString(value.span, &position).text(value.span)
    } catch {
      return ""
    }
  }
}
