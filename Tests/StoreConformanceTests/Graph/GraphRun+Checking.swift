import ObjectGraph
import PredicateLanguage

/// What is wrong with what a context shows.
struct GraphDifference: Error, CustomStringConvertible {
  let description: String
}

extension GraphRun {
  /// Compares everything that the context shows with the graph.
  func check() throws {
    let numbers = Dictionary(
      uniqueKeysWithValues: objectIDs.map { (context.persistentStoreCoordinator.resolve($1), $0) })
    for (number, node) in graph.nodes { try check(number, node, numbers) }
    for number in graph.deleted.keys {
      if (try? context.snapshot(objectIDs[number]!)) != nil { throw difference("\(number) is still there") }
    }
    for entity in ["Being", "Person", "Note", "Company"] {
      let expected = graph.nodes.values.count { GraphModel.isA($0.entity, entity) }
      let found = try context.count(for: FetchRequest(entityName: entity))
      if found != expected { throw difference("\(found) of \(entity), not \(expected)") }
    }
  }

  private func check(
    _ number: Int, _ node: ReferenceGraph.Node, _ numbers: [ObjectID: Int]
  ) throws {
    let snapshot = try context.snapshot(objectIDs[number]!)
    guard snapshot.objectID.entity == node.entity else { throw difference("\(number) changed its entity") }
    let entity = try context.entity(named: node.entity)
    let name = snapshot.values[entity.columnIndex(named: "name")!]
    if name != (node.name.map { .string($0) } ?? .null) { throw difference("\(number).name is \(name)") }
    for link in GraphModel.linksByEntity[node.entity] ?? [] {
      if link.isToMany {
        let members = try context.objectIDs(forRelationshipNamed: link.name, of: snapshot.objectID)
        let found = members.map { numbers[$0] ?? -1 }
        let expected = node.toMany[link.name] ?? []
        let isSame = link.isOrdered ? found == expected : found.sorted() == expected.sorted()
        if !isSame { throw difference("\(number).\(link.name) is \(found), not \(expected)") }
      } else {
        let value = snapshot.values[entity.columnIndex(named: link.name)!]
        let found: Int? = if case .objectID(let objectID) = value { numbers[objectID] ?? -1 } else { nil }
        let expected = node.toOne[link.name]
        if found != expected {
          throw difference("\(number).\(link.name) is \(found as Int?), not \(expected as Int?)")
        }
      }
    }
  }

  private func difference(_ text: String) -> GraphDifference {
    GraphDifference(description: text + " after\n" + log.joined(separator: "\n"))
  }

  /// Saves, or finds out that what may not be saved is refused with the right failures.
  ///
  /// - Returns: whether it was saved.
  func save() throws -> Bool {
    let expected = graph.failures
    do throws(StoreError) {
      try context.save()
    } catch {
      guard case .invalid(let failures) = error else { throw difference("\(error)") }
      let numbers = Dictionary(uniqueKeysWithValues: objectIDs.map { ($1, $0) })
      let resolved = Dictionary(
        uniqueKeysWithValues: objectIDs.map { (context.persistentStoreCoordinator.resolve($1), $0) })
      let found = Set(
        failures.map {
          "\($0.reason.rawValue) \($0.property) \(numbers[$0.objectID] ?? resolved[$0.objectID] ?? -1)"
        })
      if found != expected { throw difference("a save failed for \(found), not \(expected)") }
      return false
    }
    if !expected.isEmpty { throw difference("a save did not fail for \(expected)") }
    graph.commit()
    return true
  }

  /// Reads the graph that a context shows, and checks that it is whole: inverses agree, nothing leads to what is gone.
  static func read(
    _ context: ManagedObjectContext, _ objectIDs: [Int: ObjectID]
  ) throws -> ReferenceGraph {
    let coordinator = context.persistentStoreCoordinator
    let numbers = Dictionary(uniqueKeysWithValues: objectIDs.map { (coordinator.resolve($1), $0) })
    var graph = ReferenceGraph()
    for (number, objectID) in objectIDs {
      guard let snapshot = try? context.snapshot(objectID) else { continue }
      let entity = try context.entity(named: snapshot.objectID.entity)
      var node = ReferenceGraph.Node(entity: entity.name)
      if case .string(let name) = snapshot.values[entity.columnIndex(named: "name")!] { node.name = name }
      for link in GraphModel.linksByEntity[entity.name] ?? [] {
        if link.isToMany {
          let members = try context.objectIDs(forRelationshipNamed: link.name, of: objectID)
          if !members.isEmpty { node.toMany[link.name] = members.map { numbers[$0] ?? -1 } }
        } else if case .objectID(let other) = snapshot.values[entity.columnIndex(named: link.name)!] {
          node.toOne[link.name] = numbers[other] ?? -1
        }
      }
      graph.nodes[number] = node
    }
    for (number, node) in graph.nodes { try graph.checkLinks(of: number, node) }
    graph.commit()
    return graph
  }
}

extension ReferenceGraph {
  fileprivate func checkLinks(of number: Int, _ node: Node) throws {
    for link in GraphModel.linksByEntity[node.entity] ?? [] {
      let others = (node.toMany[link.name] ?? []) + (node.toOne[link.name].map { [$0] } ?? [])
      if Set(others).count != others.count {
        throw GraphDifference(description: "\(number).\(link.name) names an object twice: \(others)")
      }
      for other in others {
        guard let end = nodes[other] else {
          // Objects do not hear of it when what a one-way relationship leads to goes.
          if link.inverse == nil { continue }
          throw GraphDifference(description: "\(number).\(link.name) leads to \(other), which is gone")
        }
        guard let inverse = link.inverse, let back = GraphModel.link(inverse, of: end.entity) else {
          continue
        }
        if !leads(other, back, number) {
          throw GraphDifference(
            description: "\(number).\(link.name) leads to \(other), but not \(other).\(inverse) back")
        }
      }
    }
  }
}
