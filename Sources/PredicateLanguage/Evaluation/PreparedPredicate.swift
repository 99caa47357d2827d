/// A predicate prepared for testing many objects in memory.
///
/// ```
/// let prepared = try PreparedPredicate(tree)
/// let hits = rows.filter { row in prepared.evaluate { key in row[key] } }
/// ```
public struct PreparedPredicate<Key: Hashable & Sendable>: Sendable {
  /// The keys that are looked up, each once, in order of appearance.
  ///
  /// A caller with values in columns can find its columns for these once and use `evaluateSlots`.
  public let keys: [Key]
  private let program: Program

  /// Prepares a predicate: numbers its keys, folds and parses its constants.
  /// - Throws: `.arguments` for a placeholder or variable that was not filled in, `.limit` for a pattern of
  ///   LIKE beyond `LikePattern.questionMarkLimit`, what `RegularExpression.init` throws for one of MATCHES.
  /// - Complexity: O(tree and constants).
  public init(_ predicate: PredicateNode<Key>) throws(PredicateTextError) {
    var compiler = ProgramCompiler<Key>()
    program = Program(root: try compiler.compile(predicate))
    keys = compiler.keys
  }

  /// Says whether the predicate holds for one object.
  /// - Parameters:
  ///   - object: the object itself, for `SELF`.
  ///   - follow: the value of a key of another object, which a subquery or an index gave; of a list of objects, among
  ///     which there may be null, the list of their values, those of a to-many key put one behind the other.
  ///   - lookup: the value of a key; a list for a to-many key; null if there is none.
  public func evaluate(
    object: PredicateValue = .null,
    following follow: (Key, PredicateValue) -> PredicateValue = { _, _ in .null },
    _ lookup: (Key) -> PredicateValue
  ) -> Bool {
    program.evaluate { slot, other in
      if slot == Program.objectSlot { return object }
      return other.map { follow(keys[slot], $0) } ?? lookup(keys[slot])
    }
  }

  /// Says whether the predicate holds for one object whose values are found by the position of a key in
  /// `keys`; there must be no key of other objects.
  public func evaluateSlots(object: PredicateValue = .null, _ lookup: (Int) -> PredicateValue) -> Bool {
    program.evaluate { slot, _ in slot == Program.objectSlot ? object : lookup(slot) }
  }
}
