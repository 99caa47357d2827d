import Foundation
import ObjectGraph
import PredicateLanguage
import SQLiteStore
import TestSupport
import Testing

/// Random operations in two contexts against a plain graph that is kept by hand.
///
/// `OBJWIRE_FULL=1` runs 20,000 sequences; a failing one is run again with the seed that it prints: `OBJWIRE_SEED=7`.
@Suite struct `A graph of objects` {
  /// How many sequences are run in all; half of them with an SQLite store.
  private static let sequences =
    ProcessInfo.processInfo.environment["OBJWIRE_FULL"] == nil ? 1_000 : 20_000
  /// Sequences that share a store, one after the other.
  private static let batch = 50

  @Test(arguments: StoreKind.allCases)
  func `shows in every context what a plain graph holds`(kind: StoreKind) throws {
    let seed = ProcessInfo.processInfo.environment["OBJWIRE_SEED"].flatMap { UInt64($0) }
    let first = seed ?? UInt64.random(in: 0..<1 << 32)
    let count = seed == nil ? Self.sequences / 2 : 1
    for start in stride(from: 0, to: count, by: Self.batch) {
      let folder = try TemporaryDirectory()
      let isFile = kind == .sqlite
      let coordinator = PersistentStoreCoordinator(managedObjectModel: try GraphModel.make())
      try coordinator.addPersistentStore(
        type: isFile ? .sqlite : .inMemory, at: isFile ? folder.url.appending(path: "graph.sqlite") : nil)
      for offset in start..<min(start + Self.batch, count) {
        let seed = first + UInt64(offset)
        do {
          try Sequence(coordinator, seed).run()
        } catch {
          Issue.record("\(error)\nagain with OBJWIRE_SEED=\(seed)")
          return
        }
      }
    }
  }
}

/// One sequence: rounds in which one context or both change the graph, and save or give up.
private struct Sequence {
  private let coordinator: PersistentStoreCoordinator
  private var random: SeededGenerator
  private var next = 0
  private var graph = ReferenceGraph()
  private var objectIDs: [Int: ObjectID] = [:]
  private let contexts: [ManagedObjectContext]

  init(_ coordinator: PersistentStoreCoordinator, _ seed: UInt64) {
    self.coordinator = coordinator
    random = SeededGenerator(seed: seed)
    contexts = ["a", "b"].map { ManagedObjectContext(coordinator: coordinator, name: $0) }
  }

  func run() throws {
    var sequence = self
    for _ in 0..<3 {
      if sequence.random.chance(3) { try sequence.race() } else { try sequence.round() }
    }
    try sequence.clear()
  }

  /// One context changes, the other must see it once it is saved, and not before.
  private mutating func round() throws {
    let index = Int(random.next() % 2)
    let run = GraphRun(contexts[index], graph, objectIDs)
    for _ in 0..<4 + random.next() % 8 {
      try run.step(&random, &next)
      if random.chance(3) { try run.check() }
    }
    try run.check()
    let other = GraphRun(contexts[1 - index], graph, objectIDs)
    try other.check()
    if random.chance(5) {
      run.context.rollback()
    } else if try run.save() {
      (graph, objectIDs) = (run.graph, run.objectIDs)
      try run.check()
      let reader = GraphRun(contexts[1 - index], graph, objectIDs)
      try reader.check()
    } else {
      try run.check()
      run.context.rollback()
    }
    let settled = GraphRun(run.context, graph, objectIDs)
    try settled.check()
  }

  /// Both change the same graph, and both save: the second may be refused, and what is there is whole either way.
  private mutating func race() throws {
    let runs = contexts.map { GraphRun($0, graph, objectIDs) }
    for _ in 0..<3 + random.next() % 5 {
      for run in runs { try run.step(&random, &next) }
    }
    for run in runs { try run.check() }
    for run in runs {
      do throws(StoreError) {
        try run.context.save()
        objectIDs.merge(run.objectIDs) { first, _ in first }
      } catch {
        switch error {
        case .conflict, .invalid, .objectNotFound: run.context.rollback()
        default: throw error
        }
      }
    }
    graph = try GraphRun.read(ManagedObjectContext(coordinator: coordinator), objectIDs)
    objectIDs = objectIDs.filter { graph.nodes[$0.key] != nil }
    for context in contexts {
      if try GraphRun.read(context, objectIDs) != graph {
        throw GraphDifference(description: "context \(context.name) shows another graph")
      }
    }
  }

  /// Leaves an empty store to the next sequence.
  private mutating func clear() throws {
    let context = contexts[0]
    for entity in GraphModel.concrete {
      for object in try context.fetch(FetchRequest(entityName: entity)) where !object.isDeleted {
        try context.delete(object)
      }
    }
    try context.save()
  }
}
