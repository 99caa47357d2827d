import JSON
import PredicateLanguage

/// The elements of `predicate.parse`'s diagnostics, as an editor shows them.
struct PredicateDiagnostics {
  private let text: String
  private let positions: PositionEncoding

  init(of text: String, _ positions: PositionEncoding) {
    self.text = text
    self.positions = positions
  }

  /// What is wrong.
  func json(_ error: PredicateTextError) -> JSONValue {
    let diagnostic = PredicateDiagnostic(error, in: text, positions)
    var object = head("error", diagnostic.kind, error.message)
    for member in diagnostic.members(at: error.range.map(visible)).members {
      object[member.key] = member.value
    }
    return .object(object)
  }

  /// What is probably not meant.
  func json(_ warning: PredicateWarning) -> JSONValue {
    var object = head("warning", "predicate.warning", warning.message)
    var counter = PositionCounter(text, positions)
    let range = counter.range(warning.range)
    object["range"] = ["start": .integer(Int64(range.start)), "end": .integer(Int64(range.end))]
    object["hint"] = .string(warning.hint)
    return .object(object)
  }

  private func head(_ severity: String, _ kind: String, _ message: String) -> JSONObject {
    ["severity": .string(severity), "kind": .string(kind), "message": .string(message)]
  }

  /// A range with something to underline: for a place between two characters, the last one before it that is no space.
  private func visible(_ range: SourceRange) -> SourceRange {
    guard range.start == range.end else { return range }
    let before = Array(text.utf8.prefix(range.start))
    guard let last = before.lastIndex(where: { $0 > UInt8(ascii: " ") }) else {
      return SourceRange(start: 0, end: min(1, text.utf8.count))
    }
    let start = before[...last].lastIndex { $0 & 0xC0 != 0x80 } ?? last
    return SourceRange(start: start, end: last + 1)
  }
}
