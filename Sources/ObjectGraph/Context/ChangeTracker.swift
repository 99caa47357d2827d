import FoundationEssentials
import PredicateLanguage

/// The pending changes of a context, and how to take each of them back.
///
/// Every mutation writes down what it replaced, so that the last ones can be withdrawn one by one: a request
/// that fails takes back just its own changes. Example: insert A (mark 0 → 1), update B twice (→ 3), withdraw
/// to 1: A is still pending, B is as it was before.
struct ChangeTracker {
  /// A place in the history of mutations; later places compare greater.
  typealias Mark = Int

  private var pendingByEntity: [String: PendingObjects] = [:]
  /// By the number of the table of pairs.
  private(set) var pairs: [Int: PendingPairs] = [:]
  /// Values of transient attributes, which outlive a save.
  private(set) var transients: [ObjectID: [String: AttributeValue]] = [:]
  private var inverses: [Inverse] = []
  /// Mutations whose inverses were forgotten; keeps marks valid across a save.
  private var forgotten = 0
  private var nextOrder = 0
  private var names = TemporaryNames()
  /// How many objects have changes of each kind.
  private(set) var counts = ChangeCounts()

  /// What was pending for an object or a pair before a mutation; nil for nothing.
  private enum Inverse {
    case object(ObjectID, PendingChange?)
    case pair(table: Int, PendingPairs.Key, PendingPairs.Change?)
    case transient(ObjectID, String, AttributeValue?)
  }

  var isEmpty: Bool { !counts.hasChanges }
  var mark: Mark { forgotten + inverses.count }

  subscript(objectID: ObjectID) -> PendingChange? { pendingByEntity[objectID.entity]?.changes[objectID] }

  /// Whether an object is known to have changed in a to-many relationship.
  func isNoted(_ objectID: ObjectID, _ relationship: String) -> Bool {
    guard case .updated(let update) = self[objectID] else { return false }
    return update.changedRelationships.contains(relationship)
  }

  /// All pending changes of one entity, in no order.
  func pending(of entity: String) -> [ObjectID: PendingChange] { pendingByEntity[entity]?.changes ?? [:] }

  /// See `PendingObjects.objectIDs`.
  mutating func objectIDs(
    of entity: String, whereColumn column: Int, equals value: AttributeValue
  ) -> Set<ObjectID> {
    pendingByEntity[entity]?.objectIDs(whereColumn: column, equals: value) ?? []
  }

  /// Makes room for new objects that follow at once.
  mutating func reserve(_ count: Int, of entity: String) {
    guard count > 0 else { return }
    pendingByEntity[entity, default: PendingObjects()].reserve(count)
  }

  /// The names of entities with pending changes, in byte order.
  var entities: [String] {
    pendingByEntity.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// A place for a new object behind all others.
  mutating func makeOrder() -> Int {
    defer { nextOrder += 1 }
    return nextOrder
  }

  /// A name that no object of this process has.
  mutating func makeName() -> UUID { names.next() }

  /// Whether a name was given to one of this context's objects, whatever became of it.
  func hasMade(_ name: UUID) -> Bool { names.contains(name) }

  /// The place of a new object; nil for others.
  func order(of objectID: ObjectID) -> Int? {
    if case .inserted(let order, _) = self[objectID] { order } else { nil }
  }

  /// Replaces what is pending for an object; nil makes it clean.
  mutating func set(_ objectID: ObjectID, to change: PendingChange?) {
    inverses.append(.object(objectID, store(change, for: objectID)))
  }

  /// Replaces what is pending for a pair; nil leaves it as it is in the store.
  mutating func set(_ key: PendingPairs.Key, in table: Int, to change: PendingPairs.Change?) {
    inverses.append(.pair(table: table, key, store(change, for: key, in: table)))
  }

  /// Sets a transient attribute.
  mutating func setTransient(_ objectID: ObjectID, _ name: String, to value: AttributeValue) {
    let previous = transients[objectID, default: [:]].updateValue(value, forKey: name)
    inverses.append(.transient(objectID, name, previous))
  }

  /// Forgets the transient attributes of an object, nil for all objects.
  mutating func forgetTransients(of objectID: ObjectID? = nil) {
    if let objectID { transients[objectID] = nil } else { transients = [:] }
  }

  /// Files the transient attributes of new objects under their permanent IDs.
  mutating func promote(_ permanentIDs: [(temporary: ObjectID, permanent: ObjectID)]) {
    guard !transients.isEmpty else { return }
    for (temporary, permanent) in permanentIDs {
      if let values = transients.removeValue(forKey: temporary) { transients[permanent] = values }
    }
  }

  /// Takes back every mutation after the mark, newest first; those whose history was forgotten stay.
  mutating func withdraw(to mark: Mark) {
    while self.mark > mark, let inverse = inverses.popLast() {
      switch inverse {
      case .object(let objectID, let previous): store(previous, for: objectID)
      case .pair(let table, let key, let previous): store(previous, for: key, in: table)
      case .transient(let objectID, let name, let previous): transients[objectID]?[name] = previous
      }
    }
  }

  /// The objects touched after the mark.
  func objectIDs(changedSince mark: Mark) -> Set<ObjectID> {
    Set(
      inverses.suffix(max(0, self.mark - mark)).compactMap { inverse in
        if case .object(let objectID, _) = inverse { objectID } else { nil }
      })
  }

  /// Forgets how to take changes back; they stay pending.
  mutating func forgetHistory() {
    forgotten += inverses.count
    inverses.removeAll(keepingCapacity: inverses.count < 1024)
  }

  /// Forgets changes that were saved, and how to take any back; what one store has saved stays when another fails.
  mutating func remove(_ saved: ChangeSet) {
    for entityChanges in saved.entities {
      for objectID in entityChanges.objectIDs { store(nil, for: objectID) }
    }
    for pairChanges in saved.pairs { pairs[pairChanges.table.number] = nil }
    forgetHistory()
  }

  /// Forgets everything: the changes were saved or given up.
  mutating func removeAll() {
    pendingByEntity = [:]
    pairs = [:]
    counts = ChangeCounts()
    forgetHistory()
  }

  @discardableResult
  private mutating func store(
    _ change: PendingPairs.Change?, for key: PendingPairs.Key, in table: Int
  ) -> PendingPairs.Change? {
    let previous = pairs[table, default: PendingPairs()].set(key, to: change)
    if pairs[table]?.changes.isEmpty == true { pairs[table] = nil }
    return previous
  }

  /// Puts a change in the place of what was pending, and returns that.
  @discardableResult
  private mutating func store(_ change: PendingChange?, for objectID: ObjectID) -> PendingChange? {
    let previous = pendingByEntity[objectID.entity, default: PendingObjects()].set(objectID, to: change)
    if let change {
      counts.add(1, for: change)
    } else if pendingByEntity[objectID.entity]?.changes.isEmpty == true {
      pendingByEntity[objectID.entity] = nil
    }
    if let previous { counts.add(-1, for: previous) }
    return previous
  }
}

extension ChangeCounts {
  fileprivate mutating func add(_ difference: Int, for change: PendingChange) {
    switch change {
    case .inserted: inserted += difference
    case .updated: updated += difference
    case .deleted: deleted += difference
    }
  }
}
