import PredicateLanguage

/// A predicate made ready for many objects in memory.
struct ObjectTest {
  private let prepared: PreparedPredicate<BoundKeyPath>?
  private let paths: PathReader

  /// - Throws: `StoreError.predicate` if a placeholder or variable was never filled in.
  init(_ predicate: BoundPredicate?, _ paths: PathReader) throws(StoreError) {
    self.paths = paths
    do throws(PredicateTextError) {
      prepared = try predicate.map { predicate throws(PredicateTextError) in
        try PreparedPredicate(predicate.node)
      }
    } catch {
      throw .predicate(error)
    }
  }

  /// Whether the object fits; every object fits no predicate at all.
  func holds(_ snapshot: ObjectSnapshot) -> Bool {
    prepared?.evaluate(
      object: .objectID(snapshot.objectID), following: { paths.value(at: $0, from: $1) }
    ) { paths.value(at: $0, from: snapshot) } ?? true
  }
}
