/// The stores of a coordinator, and which of them holds which entity.
///
/// ```
/// model          Item 1   Kind 2   Special 3   Note 4
/// store "Local"  x                             x
/// store "Cloud"           x        x
/// ```
struct AddedStores {
  private struct Added {
    let store: any PersistentStore
    let configuration: StoreConfiguration
  }

  private var added: [Added] = []
  /// By number of entity; empty while one store holds the whole model.
  private var holders: [Int: any PersistentStore] = [:]
  /// The store of a whole model, which needs no looking up.
  private var whole: (any PersistentStore)?

  /// In the order in which they were added.
  var all: [any PersistentStore] { added.map(\.store) }

  /// The store of an entity of the model; nil if there is none.
  func store(holding entity: EntityDescription) -> (any PersistentStore)? { whole ?? holders[entity.number] }

  /// - Throws: `StoreError.open` naming the entities that another store holds.
  func checkHasRoom(for configuration: StoreConfiguration) throws(StoreError) {
    let taken = configuration.entities.filter { store(holding: $0) != nil }
    guard !taken.isEmpty else { return }
    throw .open(reason: "another store of this coordinator holds \(StoreConfiguration.list(taken))")
  }

  /// - Throws: `StoreError.open` for entities that another store holds, and for a store that is there already.
  mutating func add(_ store: any PersistentStore, _ configuration: StoreConfiguration) throws(StoreError) {
    try checkHasRoom(for: configuration)
    guard !added.contains(where: { $0.store.identifier == store.identifier }) else {
      throw .open(reason: "another store of this coordinator has the identifier \(store.identifier)")
    }
    added.append(Added(store: store, configuration: configuration))
    findHolders()
  }

  /// - Throws: `StoreError.open` if it is not there.
  mutating func remove(_ store: any PersistentStore) throws(StoreError) {
    guard let position = added.firstIndex(where: { $0.store === store }) else {
      throw .open(reason: "the store to be removed is none of this coordinator's")
    }
    added.remove(at: position)
    findHolders()
  }

  private mutating func findHolders() {
    whole = added.first { $0.configuration.isWhole }?.store
    holders = [:]
    for one in added where !one.configuration.isWhole {
      for entity in one.configuration.entities { holders[entity.number] = one.store }
    }
  }
}
