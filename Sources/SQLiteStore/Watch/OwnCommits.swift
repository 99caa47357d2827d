import ObjectGraph
import PredicateLanguage

/// What this process has committed since the last look at others.
struct OwnCommits {
  /// By entity, then by primary key, which no two objects of one tree share.
  private var touches: [String: [Int64: OwnTouch]] = [:]

  /// How many objects were touched.
  var count: Int { touches.values.reduce(0) { $0 + $1.count } }

  /// What was done to the objects of an entity and its subentities, by primary key.
  func touches(of root: EntityDescription) -> [Int64: OwnTouch] {
    root.subentities.reduce(touches[root.name] ?? [:]) { known, entity in
      guard let more = touches[entity.name] else { return known }
      return known.merging(more) { first, _ in first }
    }
  }

  /// Adds a commit.
  mutating func note(_ notice: CommitNotice) {
    for snapshot in notice.inserted {
      set(snapshot, .kept(OwnTouch.Kept(last: snapshot, commits: 1, isInserted: true)))
    }
    for snapshot in notice.updated { noteUpdate(snapshot) }
    for snapshot in notice.deleted { set(snapshot, .deleted) }
  }

  private mutating func noteUpdate(_ snapshot: ObjectSnapshot) {
    var kept = OwnTouch.Kept(last: snapshot, commits: 1, isInserted: false)
    if let key = snapshot.objectID.primaryKey,
      case .kept(let before)? = touches[snapshot.objectID.entity]?[key]
    {
      kept.commits += before.commits
      kept.isInserted = before.isInserted
    }
    set(snapshot, .kept(kept))
  }

  private mutating func set(_ snapshot: ObjectSnapshot, _ touch: OwnTouch) {
    guard let key = snapshot.objectID.primaryKey else { return }
    touches[snapshot.objectID.entity, default: [:]][key] = touch
  }
}

/// What commits of this process did to one object between two looks.
enum OwnTouch {
  case deleted
  case kept(Kept)

  struct Kept {
    /// As the newest of the commits left it.
    var last: ObjectSnapshot
    /// How many commits, each of which raised the version by one.
    var commits: Int64
    /// Whether the first of them inserted it.
    var isInserted: Bool
  }

  /// What this process knows of the object; nil if it deleted it.
  var last: ObjectSnapshot? {
    if case .kept(let kept) = self { kept.last } else { nil }
  }
}
