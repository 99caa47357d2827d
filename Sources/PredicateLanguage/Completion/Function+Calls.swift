extension Function {
  /// The names it is called by, the usual one first; none for what only operators and brackets write.
  package var callNames: [String] { FunctionTable.entry(self)?.names ?? [] }

  /// How many values it is called with; nil for one collection or several values, and for what is not called.
  package var argumentCount: Int? {
    if case .values(let count)? = FunctionTable.entry(self)?.arguments { count } else { nil }
  }
}

extension PropertyPath {
  /// How a step is written: reserved words with `#`, unless they stand behind a dot; `#"…"` for what is no identifier.
  package static func spelling(ofStep name: String, isFirst: Bool) -> String {
    let spelling = LiteralText.key(name)
    return isFirst || spelling.utf8.dropFirst().first == UInt8(ascii: "\"") ? spelling : name
  }
}

extension StringOptions {
  /// Each of these options by its letter, in the order in which they are printed.
  package var eachLetter: [String] { letters.map { String($0) } }
}
