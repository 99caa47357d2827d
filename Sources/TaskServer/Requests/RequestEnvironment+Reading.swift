import JSON
import JSONRPC
import ObjectGraph
import PredicateLanguage

extension RequestEnvironment {
  /// Uses the context; errors of the engine become the client's.
  func withContext<Result>(
    _ body: (ManagedObjectContext) throws(StoreError) -> Result
  ) throws(RPCError) -> Result {
    let context = try context()
    do throws(StoreError) {
      return try body(context)
    } catch {
      throw Faults(server: server).rpcError(error)
    }
  }

  /// The rows with that key, at least one.
  ///
  /// - Throws: `object.notFound`.
  func rows(
    of entity: EntityDescription, _ name: String, _ key: some ObjectKey
  ) throws(RPCError) -> StoreRows {
    let rows = try withContext { context throws(StoreError) in
      try context.rows(of: entity, named: name, key)
    }
    guard !rows.isEmpty else { throw Faults.objectNotFound([name: key.json]) }
    return rows
  }

  /// The entity of that name in the server's model.
  func entity(_ name: String) throws(RPCError) -> EntityDescription {
    guard let entity = server.coordinator.managedObjectModel.entity(named: name) else {
      throw Faults(server: server).rpcError(.unknownEntity(name))
    }
    return entity
  }

  /// The entity of methods that know theirs.
  ///
  /// - Throws: `entity.unknown` where the server's model has none that they could work with.
  func entity(
    _ player: TaskEntities.Player, as role: EntityRole
  ) throws(RPCError) -> EntityDescription {
    switch player {
    case .entity(let entity): return entity
    case .missing:
      throw Faults(server: server).missingEntity(of: role, "the model has no entity \(role.entity)")
    case .unfit(let complaint):
      throw Faults(server: server).missingEntity(of: role, "the model's \(role.entity) \(complaint)")
    }
  }

  /// Predicate text with its arguments, bound to an entity.
  ///
  /// - Throws: `predicate.…` with the place in the text.
  func predicate(
    _ text: String, _ arguments: JSONValue?, for entity: EntityDescription
  ) throws(RPCError) -> BoundPredicate {
    let positions = server.connection.positions
    let values = try predicateArguments(arguments)
    do throws(PredicateTextError) {
      let tree = try server.predicates.tree(of: text)
      return try server.binder(for: entity).bind(try tree.substituting(values))
    } catch {
      throw Faults.predicate(error, in: text, positions)
    }
  }
}

extension ManagedObjectContext {
  /// The objects with that key.
  ///
  /// - Throws: `StoreError.unknownProperty`.
  func rows(
    of entity: EntityDescription, named name: String, _ key: some ObjectKey
  ) throws(StoreError) -> StoreRows {
    guard let column = entity.columnIndex(named: name) else {
      throw .unknownProperty(entity: entity.name, property: name)
    }
    return try rows(of: entity, whereColumn: column, equals: key.attributeValue)
  }
}
