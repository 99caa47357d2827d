import ObjectGraph
import PredicateLanguage
import TestSupport

/// One context and what it must show.
final class GraphRun {
  let context: ManagedObjectContext
  var graph: ReferenceGraph
  /// The ID of each object by its number in the graph.
  var objectIDs: [Int: ObjectID]
  private(set) var log: [String] = []

  init(_ context: ManagedObjectContext, _ graph: ReferenceGraph, _ objectIDs: [Int: ObjectID]) {
    self.context = context
    self.graph = graph
    self.objectIDs = objectIDs
  }

  /// Makes one random change on both sides.
  ///
  /// - Parameter next: the number of the next new object.
  func step(_ random: inout SeededGenerator, _ next: inout Int) throws {
    do {
      try change(&random, &next)
    } catch let error as StoreError {
      throw GraphDifference(description: "\(error) after\n" + log.joined(separator: "\n"))
    }
  }

  private func change(_ random: inout SeededGenerator, _ next: inout Int) throws {
    let numbers = graph.nodes.keys.sorted()
    if numbers.count < 3 || random.chance(4) { return try insert(&random, &next) }
    let number = random.pick(numbers)
    if random.chance(8) { return try delete(number) }
    let links = GraphModel.linksByEntity[graph.nodes[number]!.entity] ?? []
    guard !links.isEmpty else { return try rename(number, "n\(random.next() % 5)") }
    let link = random.pick(links)
    let others = numbers.filter { GraphModel.isA(graph.nodes[$0]!.entity, link.destination) }
    if link.isToMany {
      try changeMembers(number, link, others, &random)
    } else {
      try lead(number, link, others.isEmpty || random.chance(4) ? nil : random.pick(others))
    }
  }

  private func insert(_ random: inout SeededGenerator, _ next: inout Int) throws {
    let entity = random.pick(GraphModel.concrete)
    let number = next
    next += 1
    log.append("insert \(number) \(entity)")
    // Half of them come with their to-one relationships, as from the wire.
    let description = try context.entity(named: entity)
    var row = description.defaultRow
    var leads: [(Link, Int)] = []
    if random.chance(2) {
      for link in GraphModel.linksByEntity[entity] ?? [] where !link.isToMany && random.chance(2) {
        let others = graph.nodes.keys.sorted().filter {
          GraphModel.isA(graph.nodes[$0]!.entity, link.destination)
        }
        guard !others.isEmpty else { continue }
        let other = random.pick(others)
        leads.append((link, other))
        row[description.columnIndex(named: link.name)!] = .objectID(objectIDs[other]!)
      }
    }
    objectIDs[number] = try context.insert(description, values: row)
    graph.nodes[number] = ReferenceGraph.Node(entity: entity, name: nil)
    for (link, other) in leads.sorted(by: { $0.0.name < $1.0.name }) {
      log.append("  with \(link.name) \(other)")
      graph.add(number, link, other)
    }
  }

  private func rename(_ number: Int, _ name: String) throws {
    log.append("rename \(number) \(name)")
    try object(number).setValue(.string(name), forKey: "name")
    graph.nodes[number]!.name = name
  }

  private func delete(_ number: Int) throws {
    log.append("delete \(number)")
    try context.delete(objectIDs[number]!)
    graph.delete(number)
  }

  private func lead(_ number: Int, _ link: Link, _ other: Int?) throws {
    log.append("set \(number).\(link.name) = \(other.map(String.init) ?? "-")")
    try object(number).setValue(other.map { .objectID(objectIDs[$0]!) } ?? .null, forKey: link.name)
    if let other {
      graph.add(number, link, other)
    } else if let old = graph.nodes[number]!.toOne[link.name] {
      graph.remove(number, link, old)
    }
  }

  private func object(_ number: Int) throws -> ManagedObject {
    try context.object(with: objectIDs[number]!)
  }
}

// MARK: - To-many relationships

extension GraphRun {
  private func changeMembers(
    _ number: Int, _ link: Link, _ others: [Int], _ random: inout SeededGenerator
  ) throws {
    let present = graph.nodes[number]!.toMany[link.name] ?? []
    switch random.next() % 4 {
    case 0 where !others.isEmpty: try add(number, link, random.pick(others), at: nil)
    case 1 where !others.isEmpty && link.isOrdered:
      let other = random.pick(others)
      try add(number, link, other, at: Int(random.next() % UInt64(present.count + 1)))
    case 1 where !present.isEmpty, 2 where !present.isEmpty:
      let member = random.pick(present)
      guard link.isOrdered, random.chance(2) else { return try remove(number, link, member) }
      try move(number, link, member, to: Int(random.next() % UInt64(present.count)))
    default:
      try set(number, link, Array(others.shuffled(using: &random).prefix(Int(random.next() % 4))))
    }
  }

  private func add(_ number: Int, _ link: Link, _ other: Int, at index: Int?) throws {
    log.append("add \(number).\(link.name) \(other) at \(index.map(String.init) ?? "end")")
    try context.add(
      [objectIDs[other]!], toRelationship: link.name, of: objectIDs[number]!, at: index)
    graph.add(number, link, other, at: index)
  }

  private func remove(_ number: Int, _ link: Link, _ other: Int) throws {
    log.append("remove \(number).\(link.name) \(other)")
    try context.remove([objectIDs[other]!], fromRelationship: link.name, of: objectIDs[number]!)
    graph.remove(number, link, other)
  }

  private func move(_ number: Int, _ link: Link, _ other: Int, to index: Int) throws {
    log.append("move \(number).\(link.name) \(other) to \(index)")
    try context.move(objectIDs[other]!, inRelationship: link.name, of: objectIDs[number]!, to: index)
    graph.nodes[number]!.toMany[link.name]!.removeAll { $0 == other }
    graph.nodes[number]!.toMany[link.name]!.insert(other, at: index)
  }

  private func set(_ number: Int, _ link: Link, _ members: [Int]) throws {
    log.append("set \(number).\(link.name) = \(members)")
    try context.set(
      members.map { objectIDs[$0]! }, ofRelationship: link.name, of: objectIDs[number]!)
    for old in graph.nodes[number]!.toMany[link.name] ?? [] where !members.contains(old) {
      graph.remove(number, link, old)
    }
    for member in members { graph.add(number, link, member) }
    if link.isOrdered { graph.nodes[number]!.toMany[link.name] = members }
  }
}
