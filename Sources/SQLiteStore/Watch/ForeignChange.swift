/// What others did to one object between two looks.
///
/// Every commit raises an object's version by one, so a version that rose by more than our own commits tells
/// of others' commits, whoever came last.
/// ```
/// we: 3 → 4                  nothing
/// they: 3 → 4, we: → 5       updated
/// we: insert 1, they: → 2    updated: we know the object already
/// they: insert 1, we: → 2    inserted
/// we: 3 → 4, they: delete    deleted
/// they: 3 → 4, we: delete    nothing that would still matter
/// ```
enum ForeignChange {
  case inserted, updated, deleted

  /// Nil if others did nothing that is to be told.
  ///
  /// - Parameters:
  ///   - old: the object's version at the earlier look; nil if it was not there.
  ///   - new: the same at the later one.
  ///   - touch: what we did in between.
  init?(from old: Int64?, to new: Int64?, apartFrom touch: OwnTouch?) {
    switch touch {
    case nil: self.init(from: old, to: new, commits: 0)
    case .deleted: self.init(from: nil, to: new, commits: 0)
    case .kept(let kept):
      if new == nil {
        self = .deleted
      } else {
        self.init(from: kept.isInserted ? 0 : old, to: new, commits: kept.commits)
      }
    }
  }

  private init?(from old: Int64?, to new: Int64?, commits: Int64) {
    switch (old, new) {
    case (nil, nil): return nil
    case (nil, _?): self = .inserted
    case (_?, nil): self = .deleted
    case (let old?, let new?):
      // Versions are outside input, which must not trap.
      guard new &- old != commits else { return nil }
      self = .updated
    }
  }
}
