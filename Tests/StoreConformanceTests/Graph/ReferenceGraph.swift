import ObjectGraph

/// Objects and what they lead to, kept on both sides by hand: what the engine must show.
struct ReferenceGraph: Equatable {
  struct Node: Equatable {
    var entity: String
    var name: String?
    var toOne: [String: Int] = [:]
    var toMany: [String: [Int]] = [:]
  }

  /// By number; numbers are never used again.
  var nodes: [Int: Node] = [:]
  /// Deleted since the last save, with what they were.
  var deleted: [Int: Node] = [:]
  /// Which objects were there at the last save.
  var saved: Set<Int> = []

  /// What a save would complain about: `1600 items 7`.
  var failures: Set<String> {
    var failures: Set<String> = []
    for (number, node) in nodes {
      for link in GraphModel.linksByEntity[node.entity] ?? [] where !link.isOptional || link.counts != nil {
        if !link.isToMany {
          if node.toOne[link.name] == nil { failures.insert("1570 \(link.name) \(number)") }
          continue
        }
        let count = node.toMany[link.name]?.count ?? 0
        guard let counts = link.counts else { continue }
        if count < counts.lowerBound { failures.insert("1580 \(link.name) \(number)") }
        if count > counts.upperBound { failures.insert("1590 \(link.name) \(number)") }
      }
    }
    for (number, node) in deleted where saved.contains(number) {
      for link in GraphModel.linksByEntity[node.entity] ?? [] where link.rule == .deny {
        let left = (node.toMany[link.name] ?? []) + (node.toOne[link.name].map { [$0] } ?? [])
        if left.contains(where: { nodes[$0] != nil }) { failures.insert("1600 \(link.name) \(number)") }
      }
    }
    return failures
  }

  mutating func commit() {
    deleted = [:]
    saved = Set(nodes.keys)
  }
}

// MARK: - Changes

extension ReferenceGraph {
  /// Lets `from` lead to `to` through a link, at a position of an ordered one, and keeps the other side.
  mutating func add(_ from: Int, _ link: Link, _ to: Int, at index: Int? = nil) {
    guard !leads(from, link, to) else { return }
    if !link.isToMany, let old = nodes[from]?.toOne[link.name] { remove(from, link, old) }
    let inverse = link.inverse.flatMap { GraphModel.link($0, of: nodes[to]!.entity) }
    if let inverse, !inverse.isToMany, let old = nodes[to]?.toOne[inverse.name] { remove(to, inverse, old) }
    put(from, link, to, at: index)
    if let inverse, !leads(to, inverse, from) { put(to, inverse, from, at: nil) }
  }

  /// The opposite.
  mutating func remove(_ from: Int, _ link: Link, _ to: Int) {
    take(from, link, to)
    let entity = (nodes[to] ?? deleted[to])?.entity
    if let inverse = link.inverse, let entity, let back = GraphModel.link(inverse, of: entity) {
      take(to, back, from)
    }
  }

  func leads(_ from: Int, _ link: Link, _ to: Int) -> Bool {
    link.isToMany
      ? nodes[from]?.toMany[link.name]?.contains(to) ?? false : nodes[from]?.toOne[link.name] == to
  }

  /// Deletes an object and follows its rules.
  mutating func delete(_ number: Int) {
    guard let node = nodes.removeValue(forKey: number) else { return }
    let isSaved = saved.contains(number)
    deleted[number] = node
    for link in GraphModel.linksByEntity[node.entity] ?? [] {
      let others = (node.toMany[link.name] ?? []) + (node.toOne[link.name].map { [$0] } ?? [])
      for other in others where nodes[other] != nil {
        // What was never saved cannot be denied to go.
        switch link.rule == .cascade || isSaved ? link.rule : .nullify {
        case .nullify: takeBack(other, link, number)
        case .cascade: delete(other)
        case .deny, .noAction: break
        }
      }
    }
    // Nobody's list shows what is gone.
    for other in nodes.keys {
      for (name, members) in nodes[other]!.toMany where members.contains(number) {
        nodes[other]!.toMany[name]!.removeAll { $0 == number }
      }
    }
  }

  private mutating func takeBack(_ other: Int, _ link: Link, _ number: Int) {
    guard let inverse = link.inverse, let back = GraphModel.link(inverse, of: nodes[other]!.entity) else {
      return
    }
    take(other, back, number)
  }

  private mutating func put(_ from: Int, _ link: Link, _ to: Int, at index: Int?) {
    guard link.isToMany else {
      nodes[from]?.toOne[link.name] = to
      return
    }
    let list = nodes[from]?.toMany[link.name] ?? []
    nodes[from]?.toMany[link.name, default: []].insert(to, at: min(index ?? list.count, list.count))
  }

  private mutating func take(_ from: Int, _ link: Link, _ to: Int) {
    if link.isToMany {
      nodes[from]?.toMany[link.name]?.removeAll { $0 == to }
      // The dependants of a deleted object may still be led elsewhere.
      deleted[from]?.toMany[link.name]?.removeAll { $0 == to }
    } else if nodes[from]?.toOne[link.name] == to {
      nodes[from]?.toOne[link.name] = nil
    }
  }
}
