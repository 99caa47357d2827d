import JSON
import PredicateLanguage

/// What is wrong with a predicate, as the client sees it.
struct PredicateDiagnostic {
  private let error: PredicateTextError
  private let text: String?
  private let positions: PositionEncoding

  /// - Parameter text: the predicate, to count positions in.
  init(_ error: PredicateTextError, in text: String?, _ positions: PositionEncoding) {
    self.error = error
    self.text = text
    self.positions = positions
  }

  /// The value of `kind` in errors and diagnostics.
  var kind: String { error.kind == .limit ? "limit.exceeded" : "predicate.\(error.kind.rawValue)" }

  /// The members of an error's `data` beside its kind.
  var members: JSONObject { members(at: error.range) }

  /// The same members, with another range.
  func members(at range: SourceRange?) -> JSONObject {
    var members = JSONObject()
    if let range { members["range"] = position(range) }
    if let limit = error.limit {
      members["limit"] = .string(limit.name)
      members["maximum"] = .integer(Int64(limit.maximum))
    }
    if error.kind == .syntax {
      members["expected"] = .array(error.expected.map { .string($0) })
    }
    if let key = error.key { members["key"] = .string(key) }
    if let nearest = error.nearest { members["nearest"] = .string(nearest) }
    if let hint = error.hint { members["hint"] = .string(hint) }
    return members
  }

  private func position(_ range: SourceRange) -> JSONValue {
    func place(_ offset: Int) -> JSONValue {
      .integer(Int64(text.map { positions.position(ofByte: offset, in: $0) } ?? offset))
    }
    return ["start": place(range.start), "end": place(range.end)]
  }
}
