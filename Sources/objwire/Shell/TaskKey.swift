import JSON

/// A task as a person names it: its uuid, or enough of its beginning.
struct TaskKey {
  /// Fewest characters of a uuid's beginning: fewer are more likely a slip than a choice.
  static let shortestPrefix = 4
  /// Most candidates that are listed for one ambiguous beginning.
  private static let candidateLimit = 10

  let word: String

  /// - Throws: `UsageError` for an empty word.
  init(_ word: String) throws(UsageError) {
    guard !word.isEmpty else { throw UsageError(message: "an empty uuid names no task") }
    self.word = word
  }

  /// The uuids that are meant, each once, in the order of the keys.
  ///
  /// A uuid that is the word itself wins, by its bytes; then one that differs in case only; then one that
  /// begins so.
  /// - Throws: `.failed` with a sentence for each key that fits no task or several.
  static func resolve(_ keys: [TaskKey], in session: TaskSession) throws(ShellError) -> [String] {
    let words = keys.map(\.word)
    let exact = Set(try session.tasks(uuids: words).texts(TaskField.uuid.rawValue).map(ExactKey.init))
    var uuids: [String] = []
    var seen: Set<ExactKey> = []
    var complaints: [String] = []
    for key in keys {
      if exact.contains(ExactKey(key.word)) {
        if seen.insert(ExactKey(key.word)).inserted { uuids.append(key.word) }
        continue
      }
      let candidates = try key.candidates(in: session)
      guard candidates.count == 1 else {
        complaints += key.complaint(candidates)
        continue
      }
      if seen.insert(ExactKey(candidates[0].uuid)).inserted { uuids.append(candidates[0].uuid) }
    }
    guard complaints.isEmpty else { throw .failed(complaints) }
    return uuids
  }

  /// Tasks whose uuids begin with the word in any case; one alone if its whole uuid fits.
  private func candidates(in session: TaskSession) throws(ShellError) -> [(uuid: String, text: String)] {
    let isWhole = word.count < Self.shortestPrefix
    let found = TaskRows(
      try session.call(
        "task.fetch",
        [
          "predicate": isWhole ? "uuid ==[c] %@" : "uuid BEGINSWITH[c] %@", "arguments": [.string(word)],
          "sort": [.string(TaskField.uuid.rawValue)], "resultType": "dictionaries",
        ]))
    let uuids = found.texts(TaskField.uuid.rawValue)
    let candidates = Array(zip(uuids, found.texts(TaskField.taskDescription.rawValue)))
    let whole = candidates.filter { $0.0.lowercased() == word.lowercased() }
    return (whole.count == 1 ? whole : candidates).map { (uuid: $0.0, text: $0.1) }
  }

  private func complaint(_ candidates: [(uuid: String, text: String)]) -> [String] {
    let name = TerminalText.printable(word)
    guard !candidates.isEmpty else {
      let isShort = word.count < Self.shortestPrefix
      return [
        "no task has the uuid \(name)"
          + (isShort ? "; a beginning has at least \(Self.shortestPrefix) characters" : "")
      ]
    }
    let listed = candidates.prefix(Self.candidateLimit).map {
      "  \(TerminalText.printable($0.uuid))  \(TerminalText.printable($0.text))"
    }
    let rest = candidates.count - listed.count
    return ["\(name) is the beginning of \(candidates.count) uuids:"] + listed
      + (rest > 0 ? ["  and \(rest) more"] : [])
  }
}

/// Text that is compared by its bytes, as uuids are.
struct ExactKey: Hashable {
  private let bytes: [UInt8]

  init(_ text: String) { bytes = Array(text.utf8) }
}
