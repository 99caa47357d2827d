import PredicateLanguage

/// The managed objects that are in somebody's hands: one for each ID, held weakly.
struct IdentityMap {
  private final class Entry {
    weak var object: ManagedObject?

    init(_ object: ManagedObject) { self.object = object }
  }

  private var entries: [ObjectID: Entry] = [:]
  private var pruneSize = 64

  /// The object of that ID, made if nobody holds one.
  mutating func object(_ objectID: ObjectID, make: () -> ManagedObject) -> ManagedObject {
    if let object = entries[objectID]?.object { return object }
    let object = make()
    entries[objectID] = Entry(object)
    pruneIfGrown()
    return object
  }

  /// Files new objects under their permanent IDs.
  mutating func promote(_ permanentIDs: [(temporary: ObjectID, permanent: ObjectID)]) {
    guard !entries.isEmpty else { return }
    for (temporary, permanent) in permanentIDs {
      guard let entry = entries.removeValue(forKey: temporary) else { continue }
      entry.object?.objectID = permanent
      entries[permanent] = entry
    }
  }

  private mutating func pruneIfGrown() {
    guard entries.count > pruneSize else { return }
    entries = entries.filter { $0.value.object != nil }
    pruneSize = max(64, entries.count * 2)
  }
}
