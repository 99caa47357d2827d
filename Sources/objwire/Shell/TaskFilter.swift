import JSON

/// A predicate of `--where`, checked.
struct TaskFilter {
  private let predicate: String?
  /// Whether it speaks of `finished`, so that it says itself which of open and finished tasks are meant.
  let testsFinished: Bool

  private static let isOpen = "finished == NO"

  /// - Throws: `.failed` with what is wrong and where.
  init(_ predicate: String?, in session: TaskSession) throws(ShellError) {
    self.predicate = predicate
    guard let predicate else {
      testsFinished = false
      return
    }
    let parsed = try session.value("predicate.parse", ["predicate": .string(predicate), "entity": "Task"])
    // A valid predicate may have warnings.
    if parsed["valid"] == false, let diagnostic = parsed["diagnostics"]?.array?.first {
      throw .failed(Self.complaint(diagnostic, in: predicate))
    }
    testsFinished = Self.names(TaskField.finished.rawValue, in: parsed["tree"] ?? .null)
  }

  /// The predicate to fetch with; nil for all tasks.
  func text(onlyOpen: Bool) -> String? {
    guard onlyOpen else { return predicate }
    // It was checked alone, so its parentheses are its own.
    return predicate.map { "(\($0)) AND \(Self.isOpen)" } ?? Self.isOpen
  }

  /// The message, and where the predicate is one line, that line with a mark under the place.
  private static func complaint(_ diagnostic: JSONValue, in predicate: String) -> [String] {
    let hint = diagnostic["hint"]?.string.map { " (\($0))" } ?? ""
    var sentence = diagnostic["message"]?.string ?? "it is no predicate"
    if sentence.hasSuffix(".") { sentence.removeLast() }
    let message = "--where: \(sentence)\(hint)"
    guard let start = diagnostic["range"]?["start"]?.int64, let end = diagnostic["range"]?["end"]?.int64,
      !predicate.utf8.contains(0x0A)
    else { return [message] }
    let before = TerminalText.width(of: text(predicate, 0, Int(start)))
    let marked = max(1, TerminalText.width(of: text(predicate, Int(start), Int(end))))
    return [
      message, "  " + TerminalText.printable(predicate),
      "  " + String(repeating: " ", count: before) + String(repeating: "^", count: marked),
    ]
  }

  /// The part between two offsets in bytes, as it is printed.
  private static func text(_ predicate: String, _ start: Int, _ end: Int) -> String {
    let bytes = Array(predicate.utf8)
    let (start, end) = (min(start, bytes.count), min(end, bytes.count))
    return TerminalText.printable(String(decoding: bytes[start..<max(start, end)], as: UTF8.self))
  }

  /// Whether a tree has a key path of this name.
  private static func names(_ name: String, in tree: JSONValue) -> Bool {
    switch tree {
    case .array(let elements): elements.contains { names(name, in: $0) }
    case .object(let object):
      object["type"] == "key" && object["path"]?.string == name
        || object.members.contains { names(name, in: $0.value) }
    default: false
    }
  }
}
