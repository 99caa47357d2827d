import ObjectGraph
import PredicateLanguage
import TestSupport
import Testing

/// The same random groups of the same random objects in both stores, saved, pending and merged.
@Suite struct RandomGroupTests {
  private static let requests = 60

  @Test(arguments: DifferentialTests.seeds)
  func `both stores make the same dictionaries, to the last digit and in one order`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var twins = try Twins()
    try twins.insert(count: 60, &random)
    try twins.save()
    try check(twins, "saved, seed \(seed)", &random)
    try twins.change(&random)
    try twins.insert(count: 12, &random)
    try check(twins, "pending, seed \(seed)", &random)
    try twins.changeElsewhere(&random)
    try check(twins, "merged, seed \(seed)", &random)
  }

  private func check(_ twins: Twins, _ state: String, _ random: inout SeededGenerator) throws {
    for _ in 0..<Self.requests {
      let request = try request(&random)
      let answers = twins.dictionaries(for: request)
      #expect(answers[0] == answers[1], "\(request), \(state)")
      guard case .success(let rows) = answers[0] else {
        // Not every random predicate fits its properties.
        if case .failure(.predicate) = answers[0] { continue }
        #expect(answers[0] == .failure(.limit("units in a sum of integers", Int.max)), "\(request), \(state)")
        continue
      }
      checkCounts(rows, request, twins, state)
    }
  }

  /// The counts of all groups by brute force.
  private func checkCounts(
    _ rows: [[String: AttributeValue]], _ request: FetchRequest, _ twins: Twins, _ state: String
  ) {
    let isWhole =
      request.predicate == nil && request.havingPredicate == nil && request.fetchLimit == 0
      && request.fetchOffset == 0 && request.includesPendingChanges && !request.returnsDistinctResults
    guard isWhole, let groups = request.propertiesToGroupBy else { return }
    let counts = rows.reduce(into: [[AttributeValue]: AttributeValue]()) { counts, row in
      counts[groups.map { row[$0] ?? .null }] = row["n"]
    }
    #expect(counts == twins.counts(of: groups).mapValues { .integer($0) }, "\(request), \(state)")
  }

  private func request(_ random: inout SeededGenerator) throws -> FetchRequest {
    var request = FetchRequest(entityName: "Item")
    let properties = DifferentialTests.properties.map(\.name)
    var groups: [String] = []
    for _ in 0..<random.next() % 3 {
      let name = random.pick(properties)
      if !groups.contains(name) { groups.append(name) }
    }
    request.propertiesToGroupBy = groups
    let computed = (0..<random.next() % 4).map { column("c\($0)", &random) }
    request.propertiesToFetch =
      groups.map { .property($0) } + [.expression(ExpressionDescription("n", .count))]
      + computed.map { .expression($0) }
    if random.chance(3) { request.predicate = RandomPredicate(DifferentialTests.properties).next(&random) }
    if random.chance(3) { request.havingPredicate = try ParsedPredicate(parsing: "n > 1") }
    if random.chance(3) {
      let keys = groups + ["n"] + computed.map(\.name)
      request.sortDescriptors = [SortDescriptor(random.pick(keys), ascending: random.chance(2))]
    }
    if random.chance(4) { request.fetchLimit = Int(random.next() % 5) + 1 }
    if random.chance(4) { request.fetchOffset = Int(random.next() % 5) }
    request.returnsDistinctResults = random.chance(4)
    request.includesPendingChanges = !random.chance(4)
    return request
  }

  private func column(_ name: String, _ random: inout SeededGenerator) -> ExpressionDescription {
    let property = random.pick(DifferentialTests.properties)
    let isNumber = [.integer, .double, .decimal, .boolean].contains(property.kind)
    let functions: [AggregateFunction] = isNumber ? AggregateFunction.allCases : [.count, .minimum, .maximum]
    return ExpressionDescription(name, random.pick(functions), of: property.name)
  }
}
