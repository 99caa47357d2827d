import PredicateLanguage

/// The managed objects that are in somebody's hands, one for each ID, and rows that were read for objects.
///
/// Both are held weakly.
struct IdentityMap {
  private final class Entry {
    weak var object: ManagedObject?
    weak var rows: FetchedRows?
    var position = 0

    var isEmpty: Bool { object == nil && rows == nil }
  }

  private var entries: [ObjectID: Entry] = [:]
  private var pruneSize = 64

  /// The object of that ID, made if nobody holds one.
  mutating func object(_ objectID: ObjectID, make: () -> ManagedObject) -> ManagedObject {
    let entry = entry(objectID)
    if let object = entry.object { return object }
    let object = make()
    entry.object = object
    object.rows = entry.rows
    pruneIfGrown()
    return object
  }

  /// The object of that ID that somebody holds.
  func registeredObject(_ objectID: ObjectID) -> ManagedObject? {
    entries.isEmpty ? nil : entries[objectID]?.object
  }

  /// Every object that somebody holds.
  var registeredObjects: [ManagedObject] { entries.values.compactMap(\.object) }

  /// Says where the values of an object are to be found.
  mutating func file(_ objectID: ObjectID, in rows: FetchedRows, at position: Int) {
    let entry = entry(objectID)
    entry.rows = rows
    entry.position = position
    entry.object?.rows = rows
    pruneIfGrown()
  }

  /// The object of an ID, and the rows that its values are in.
  func found(_ objectID: ObjectID) -> (object: ManagedObject?, rows: FetchedRows?, position: Int)? {
    guard !entries.isEmpty, let entry = entries[objectID], !entry.isEmpty else { return nil }
    return (entry.object, entry.rows, entry.position)
  }

  /// Forgets the values of an object; they are read when they are next asked for.
  func turnIntoFault(_ objectID: ObjectID) {
    guard !entries.isEmpty, let entry = entries[objectID] else { return }
    entry.rows = nil
    entry.object?.turnIntoFault()
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

  private mutating func entry(_ objectID: ObjectID) -> Entry {
    if let entry = entries[objectID] { return entry }
    let entry = Entry()
    entries[objectID] = entry
    return entry
  }

  private mutating func pruneIfGrown() {
    guard entries.count > pruneSize else { return }
    entries = entries.filter { !$0.value.isEmpty }
    pruneSize = max(64, entries.count * 2)
  }
}
