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
  var members: JSONObject {
    var members = JSONObject()
    if let range = error.range { members["range"] = position(range) }
    if let (name, maximum) = limit {
      members["limit"] = .string(name)
      members["maximum"] = .integer(Int64(maximum))
    }
    if error.kind == .syntax {
      members["expected"] = .array(error.expected.map { .string($0) })
    }
    if let key = error.key { members["key"] = .string(key) }
    if let nearest = error.nearest { members["nearest"] = .string(nearest) }
    if let hint = error.hint { members["hint"] = .string(hint) }
    return members
  }

  /// One element of `predicate.parse`'s diagnostics.
  var json: JSONValue {
    var object: JSONObject = ["kind": .string(kind), "message": .string(error.message)]
    for member in members.members { object[member.key] = member.value }
    return .object(object)
  }

  /// The limit that was passed, by its name in the manual.
  ///
  /// The error says it in words only; it is the limit whose number is in them, so that they change with it.
  private var limit: (name: String, maximum: Int)? {
    guard error.kind == .limit, let text else { return nil }
    let limits = PredicateLimits.standard
    func decides(_ change: (inout PredicateLimits) -> Void) -> Bool {
      var changed = limits
      change(&changed)
      return Self.complaint(text, changed) != error.message
    }
    // A pattern may also come as an argument; then the text alone is right.
    guard Self.complaint(text, limits) == error.message else {
      return ("patternQuestionMarks", LikePattern.questionMarkLimit)
    }
    if decides({ $0.textBytes -= 1 }) { return ("predicateBytes", limits.textBytes) }
    if decides({ $0.tokens -= 1 }) { return ("predicateTokens", limits.tokens) }
    if decides({ $0.depth -= 1 }) { return ("predicateDepth", limits.depth) }
    return ("patternQuestionMarks", LikePattern.questionMarkLimit)
  }

  /// What is said of the text under other limits; nil for nothing.
  private static func complaint(_ text: String, _ limits: PredicateLimits) -> String? {
    do throws(PredicateTextError) {
      _ = try ParsedPredicate(parsing: text, limits: limits)
      return nil
    } catch {
      return error.message
    }
  }

  private func position(_ range: SourceRange) -> JSONValue {
    func place(_ offset: Int) -> JSONValue {
      .integer(Int64(text.map { positions.position(ofByte: offset, in: $0) } ?? offset))
    }
    return ["start": place(range.start), "end": place(range.end)]
  }
}
