import JSON
import JSONRPC
import ObjectGraph
import PredicateLanguage

/// Which objects a fetch is about: those of an entity, or those of a fetch request that the model keeps.
struct FetchSource {
  let entity: EntityDescription
  /// Bound to the entity; nil for all objects.
  var predicate: BoundPredicate?
  /// What the predicate was made of, so that the next page can be told from another fetch.
  var predicateText: String?
  var arguments: JSONValue?
  /// The request of the model that was named; nil for none.
  var template: FetchRequestTemplate?

  /// What the request of the model gives, unless the client says something else.
  var resultType: ResultType {
    switch template?.resultType {
    case .managedObjectIDs: .objectIDs
    case .dictionaries: .dictionaries
    case .managedObjects, .count, nil: .objects
    }
  }

  /// Most objects, unless the client says something else; nil for all.
  var limit: Int? { template.flatMap { $0.fetchLimit > 0 ? Int($0.fetchLimit) : nil } }

  /// Whether equal results of a type come once, unless the client says something else; objects differ anyway.
  func isDistinct(_ type: ResultType) -> Bool {
    type == .dictionaries && template?.returnsDistinctResults == true
  }

  /// Whether unsaved changes count, unless the client says something else.
  var includesPendingChanges: Bool { template?.includesPendingChanges ?? true }

  /// Whether objects of subentities count, unless the client says something else.
  var includesSubentities: Bool { template?.includesSubentities ?? true }
}

extension RequestEnvironment {
  /// The objects of an entity that match a predicate.
  func source(
    of entity: EntityDescription, _ predicate: String?, _ arguments: JSONValue?
  ) throws(RPCError) -> FetchSource {
    FetchSource(
      entity: entity, predicate: try self.predicate(predicate, arguments, for: entity),
      predicateText: predicate, arguments: arguments)
  }

  /// The objects of a fetch request that the model keeps.
  ///
  /// - Throws: `invalidParams` with the nearest name for one that it does not keep; `predicate.arguments` unless every
  ///   variable has a value, and every value a variable; `predicate.unsupported` for a predicate that cannot be used yet.
  func source(template name: String, variables: JSONValue?) throws(RPCError) -> FetchSource {
    let model = server.coordinator.managedObjectModel
    guard let template = model.fetchRequestTemplate(forName: name) else {
      throw Faults(server: server).unknownTemplate(name)
    }
    if let variables, variables.object == nil, variables != .null {
      throw .invalidParams(
        at: "/params/variables", "/params/variables must be an object.",
        expected: "an object of values by name")
    }
    let values = try predicateArguments(variables, at: "/params/variables")
    let entity = try entity(template.entityName)
    let positions = server.connection.positions
    do throws(PredicateTextError) {
      let tree = try template.predicate(substituting: values)
      let predicate = try tree.map { tree throws(PredicateTextError) in
        try server.binder(for: entity).bind(tree)
      }
      return FetchSource(
        entity: entity, predicate: predicate, predicateText: "template \(name)", arguments: variables,
        template: template)
    } catch {
      let pointer = error.kind == .arguments ? "/params/variables" : "/params/template"
      throw Faults.predicate(error, in: template.predicateFormat, positions, at: pointer)
    }
  }
}
