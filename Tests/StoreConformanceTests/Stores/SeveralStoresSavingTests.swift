import ObjectGraph
import PredicateLanguage
import Testing

/// A save with changes in two stores: each takes its part or nothing.
@Suite struct SeveralStoresSavingTests {
  /// A save that the second store refuses: somebody else has an account of that name.
  private func failingSave(_ stores: TwoStores) throws -> (note: ManagedObject, account: ManagedObject) {
    let other = stores.another()
    try stores.make("Account", "taken", in: other)
    try other.save()
    let note = try stores.make("Note", "n")
    try note.add([try stores.make("Tag", "t")], toRelationship: "tags")
    return (note, try stores.make("Account", "taken"))
  }

  @Test(arguments: TwoStores.Kinds.all)
  func `what the first store has committed is saved when the second fails`(kinds: TwoStores.Kinds) throws {
    let stores = try TwoStores(kinds)
    let (note, account) = try failingSave(stores)
    let temporary = note.objectID
    let identifiers = stores.coordinator.persistentStores.map(\.identifier)
    let error = storeError { () throws(StoreError) in try stores.context.save() }
    guard case .incompleteSave([identifiers[0]], identifiers[1], let underlying) = error,
      case .constraint(let conflict) = underlying
    else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(conflict.objectID == account.objectID && conflict.values == [.string("taken")])
    #expect(!note.objectID.isTemporary && stores.coordinator.resolve(temporary) == note.objectID)
    #expect(!note.isInserted && account.isInserted && account.objectID.isTemporary)
    #expect(stores.context.changeCounts.inserted == 1)
    #expect(try stores.names("Note", in: stores.another()) == "n")
    let other = stores.another()
    #expect(try other.object(with: note.objectID).objects(forRelationshipNamed: "tags").count == 1)
    // The rest is saved once it can be, and what was saved is not saved again.
    try account.setValue(.string("free"), forKey: "name")
    let result = try stores.context.save()
    #expect(result.insertedCount == 1 && result.notices.count == 1 && !stores.context.hasChanges)
    #expect(try stores.names("Account", in: stores.another()) == "free taken")
  }

  @Test(arguments: TwoStores.Kinds.all)
  func `nothing is saved when the first fails`(kinds: TwoStores.Kinds) throws {
    let stores = try TwoStores(kinds)
    let other = stores.another()
    try stores.make("Note", "taken", in: other)
    try other.save()
    try stores.make("Note", "taken")
    try stores.make("Account", "x")
    guard case .constraint = storeError({ () throws(StoreError) in try stores.context.save() }) else {
      Issue.record("a name was saved twice")
      return
    }
    #expect(stores.context.changeCounts.inserted == 2)
    #expect(try stores.names("Account", in: other) == "")
  }

  @Test(arguments: TwoStores.Kinds.all)
  func `a conflict in the second store keeps the changes that lost`(kinds: TwoStores.Kinds) throws {
    let stores = try TwoStores(kinds)
    let (note, account) = (try stores.make("Note", "n"), try stores.make("Account", "x"))
    try stores.context.save()
    for object in [note, account] { try object.setValue(.string("mine"), forKey: "name") }
    let other = stores.another()
    try other.existingObject(with: account.objectID).setValue(.string("theirs"), forKey: "name")
    try other.save()
    let error = storeError { () throws(StoreError) in
      try stores.context.atomically { () throws(StoreError) in try stores.context.save() }
    }
    guard case .incompleteSave(_, _, .conflict(let conflicts)) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(conflicts.map(\.objectID) == [account.objectID])
    #expect(!note.isUpdated && account.isUpdated)
    #expect(try stores.names("Note", in: other) == "mine")
    _ = try stores.context.refresh([account.objectID], keepChanges: true)
    try stores.context.save()
    #expect(try stores.names("Account", in: other) == "mine")
  }

  @Test(arguments: TwoStores.Kinds.all)
  func `a save that a hook or the model rules out writes to no store`(kinds: TwoStores.Kinds) throws {
    let stores = try TwoStores(kinds)
    var hooks = EntityHooks()
    hooks.validateForInsert = { [$0.failure("no accounts", forKey: "name")] }
    try stores.coordinator.setHooks(hooks, forEntityName: "Account")
    try stores.make("Note", "n")
    try stores.make("Account", "x")
    guard case .invalid(let failures) = storeError({ () throws(StoreError) in try stores.context.save() })
    else {
      Issue.record("an invalid account was saved")
      return
    }
    #expect(failures.count == 1 && stores.context.changeCounts.inserted == 2)
    #expect(try stores.names("Note", in: stores.another()) == "")
  }

  @Test(arguments: TwoStores.Kinds.all)
  func `a read-only store refuses changes, and the other takes them`(kinds: TwoStores.Kinds) throws {
    let stores = try TwoStores(kinds, isCloudReadOnly: true)
    #expect(throws: StoreError.readOnly) { try stores.make("Account", "x") }
    #expect(try stores.names("Account") == "")
    try stores.make("Note", "n")
    #expect(try stores.context.save().insertedCount == 1)
    #expect(try stores.names("Note", in: stores.another()) == "n")
  }

  @Test(arguments: TwoStores.Kinds.all)
  func `hooks hear of what was saved, store by store`(kinds: TwoStores.Kinds) throws {
    let stores = try TwoStores(kinds)
    let saved = Names()
    var hooks = EntityHooks()
    hooks.didSave = { object in saved.add(object.entity.name) }
    for name in ["Note", "Account"] { try stores.coordinator.setHooks(hooks, forEntityName: name) }
    let (_, account) = try failingSave(stores)
    saved.take()
    #expect(throws: StoreError.self) { try stores.context.save() }
    #expect(saved.take() == ["Note"])
    try account.setValue(.string("free"), forKey: "name")
    try stores.context.save()
    #expect(saved.take() == ["Account"])
  }
}
