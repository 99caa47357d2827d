import PredicateLanguage

extension Completer {
  /// Words of the language, with what they take.
  mutating func addWords(_ role: BoundRole, _ allowsPredicate: Bool) {
    let isTyped = !list.typed.isEmpty
    if allowsPredicate {
      add("NOT", detail: "NOT predicate")
      add("ANY", detail: "ANY items.price > 3")
      add("ALL", detail: "ALL items.price > 3")
      add("NONE", detail: "NONE items.price > 3")
      if isTyped { add("SOME", detail: "the same as ANY") }
    }
    add("SUBQUERY(", detail: "SUBQUERY(collection, $x, predicate)")
    add("TERNARY(", detail: "TERNARY(predicate, a, b)")
    add("CAST(", detail: "CAST(value, \"NSDate\")")
    let entity = BoundType(.object, entity: binder.entity.name)
    if fits(entity, role) { add("SELF", type: entity.label) }
    if allowsPredicate {
      add("TRUEPREDICATE")
      add("FALSEPREDICATE")
    }
    if isTyped { addConstants(role) }
    list.add(.init("(", .punctuation), .sign)
    if isListWanted(role) { list.add(.init("{", .punctuation, detail: "{a, b, c}"), .sign) }
  }

  private mutating func add(_ word: String, type: String? = nil, detail: String? = nil) {
    list.add(.init(word, .keyword, type: type, detail: detail), .word)
  }

  /// For those who begin to write one.
  private mutating func addConstants(_ role: BoundRole) {
    if fits(BoundType(.number), role) {
      for word in ["TRUE", "FALSE", "YES", "NO"] { list.add(.init(word, .constant), .word) }
    }
    if fits(BoundType(.any), role) {
      for word in ["nil", "NULL"] { list.add(.init(word, .constant), .word) }
    }
  }

  private func isListWanted(_ role: BoundRole) -> Bool {
    if case .argument = role { return wantsCollection(role) }
    return false
  }
}
