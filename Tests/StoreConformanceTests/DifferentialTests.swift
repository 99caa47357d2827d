import Foundation
import ObjectGraph
import PredicateLanguage
import Testing
import TestSupport

/// The same random objects and requests in both stores, and a third answer by brute force: all three must agree.
///
/// `OBJWIRE_FULL=1` runs the long form, `OBJWIRE_SEED` one seed.
@Suite struct DifferentialTests {
  static let seeds: [UInt64] = {
    let environment = ProcessInfo.processInfo.environment
    if let seed = environment["OBJWIRE_SEED"].flatMap({ UInt64($0) }) { return [seed] }
    return Array(1...(environment["OBJWIRE_FULL"] == nil ? 6 : 200))
  }()

  /// Attributes a predicate may name, with the kind of their values.
  static let properties: [RandomPredicate.Property] = [
    ("title", .string), ("code", .string), ("small", .integer), ("large", .integer), ("price", .decimal),
    ("ratio", .double), ("part", .double), ("done", .boolean), ("due", .date), ("body", .data),
    ("ident", .uuid), ("link", .url),
  ]

  /// Requests for each state of the objects.
  private static let requests = 70

  @Test(arguments: seeds)
  func `SQL, memory and brute force agree on saved, pending and merged objects`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var twins = try Twins()
    try twins.insert(count: 40, &random)
    try twins.save()
    try check(twins, "saved, seed \(seed)", &random)
    try twins.change(&random)
    try twins.insert(count: 12, &random)
    try check(twins, "pending, seed \(seed)", &random)
    try twins.changeElsewhere(&random)
    try check(twins, "merged, seed \(seed)", &random)
  }

  private func check(_ twins: Twins, _ state: String, _ random: inout SeededGenerator) throws {
    try twins.checkShownValues(state)
    var asked = 0
    for number in 0..<Self.requests {
      let predicate = number < 10 ? nil : RandomPredicate(Self.properties).next(&random)
      let sort = (0..<random.next() % 4).map { _ in descriptor(&random) }
      guard let query = try query(predicate, sort, of: twins) else { continue }
      asked += 1
      let request = "\(predicate?.format ?? "everything") by \(sort), \(state)"
      try twins.check(query, includesPendingChanges: !random.chance(5), request, &random)
    }
    #expect(asked > Self.requests / 2, "too many of the predicates are refused, \(state)")
  }

  private func descriptor(_ random: inout SeededGenerator) -> SortDescriptor {
    SortDescriptor(
      random.pick(Self.properties).name, ascending: random.chance(2),
      options: random.pick([
        [], .caseInsensitive, .diacriticInsensitive, [.caseInsensitive, .diacriticInsensitive],
      ]),
      nulls: random.pick([nil, .first, .last]))
  }

  /// Nil for a random predicate whose kinds do not fit each other: refusing it is the binder's job.
  private func query(
    _ predicate: ParsedPredicate?, _ sort: [SortDescriptor], of twins: Twins
  ) throws -> StoreQuery? {
    let binder = Binder(entity: twins.item, model: twins.fixtures[0].model)
    do throws(PredicateTextError) {
      return StoreQuery(
        entity: twins.item,
        predicate: try predicate.map { tree throws(PredicateTextError) in try binder.bind(tree) },
        sort: try sort.map { descriptor throws(PredicateTextError) in try binder.bind(descriptor) })
    } catch {
      #expect(error.kind == .type)
      return nil
    }
  }
}
