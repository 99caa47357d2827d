import Foundation
import ObjectGraph
import PredicateLanguage
import SQLiteStore
import Testing
import TestSupport

/// The same random objects and requests in a file and in memory: both must agree.
@Suite struct `Relationships in a file and in memory` {
  /// What is asked of an entity: attributes at the ends of paths, and paths to objects.
  private static let subjects: [(entity: String, attributes: [RandomPredicate.Property], objects: [String])] =
    [
      (
        "Owner",
        [
          ("name", .string), ("boss.name", .string), ("boss.boss.name", .string), ("favorite.name", .string),
          ("favorite.owner.name", .string),
        ], ["SELF", "boss", "favorite", "boss.favorite", "favorite.owner", "boss.boss"]
      ),
      (
        "Vehicle", [("name", .string), ("owner.name", .string), ("owner.favorite.name", .string)],
        ["SELF", "owner", "owner.favorite", "owner.boss"]
      ),
      (
        "Car", [("doors", .integer), ("name", .string), ("owner.boss.name", .string)],
        ["SELF", "owner.favorite", "owner"]
      ),
      ("Ship", [("length", .double), ("owner.name", .string)], ["SELF", "owner.favorite", "owner.boss"]),
    ]

  private let twins: GarageTwins
  private var garage: Garage { twins.garage }

  init() throws { twins = try GarageTwins() }

  @Test(arguments: 1...8)
  func `queries give the same objects in the same order`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    try twins.fill(&random)
    let readers = try twins.readers()
    var (asked, answered) = (0, 0)
    for subject in Self.subjects {
      let entity = try garage.entity(subject.entity)
      let binder = Binder(entity: entity, model: garage.model)
      let attributes = RandomPredicate(subject.attributes)
      for _ in 0..<60 {
        let tree = predicate(attributes, subject.objects, &random)
        // Kinds that do not fit each other are refused.
        guard let bound = try? binder.bind(tree) else { continue }
        let key = random.pick(subject.attributes).name
        let sort = try binder.bind(SortDescriptor(key, ascending: random.chance(2)))
        let query = StoreQuery(
          entity: entity, predicate: bound, sort: random.chance(3) ? [] : [sort],
          includesSubentities: !random.chance(6))
        let found = try readers.map { reader -> [ObjectSnapshot] in
          let rows = try reader.fetch(query, cancellation: Cancellation())
          #expect(try reader.count(query, cancellation: Cancellation()) == rows.count)
          return (0..<rows.count).map { rows.snapshot($0, of: entity, in: garage.store.identifier) }
        }
        asked += 1
        answered += found[0].isEmpty ? 0 : 1
        #expect(found[0] == found[1], "\(subject.entity): \(tree.format) by \(key), seed \(seed)")
      }
    }
    #expect(
      asked > 150 && answered > asked / 3, "\(answered) of \(asked) requests find anything, seed \(seed)")
  }

  @Test(arguments: 1...4)
  func `members are the same`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    try twins.fill(&random)
    let readers = try twins.readers()
    for entity in garage.model.entities {
      for relationship in entity.relationships where relationship.isToMany {
        let owners = (0..<30).map { Int64($0) }
        let found = try readers.map { try $0.members(of: relationship, owners: owners) }
        #expect(found[0] == found[1], "\(entity.name).\(relationship.name), seed \(seed)")
        let counts = try readers.map { reader in
          try owners.map { try reader.memberCount(of: relationship, owner: $0) }
        }
        #expect(counts[0] == counts[1])
        guard relationship.description.isOrdered else { continue }
        let last = try readers.map { reader in
          try owners.map { try reader.lastOrder(of: relationship, owner: $0) }
        }
        #expect(last[0] == last[1])
      }
    }
  }

  private func predicate(
    _ attributes: RandomPredicate, _ objects: [String], _ random: inout SeededGenerator
  ) -> ParsedPredicate {
    let values = attributes.next(&random).mapKeys { PropertyPath(dotted: $0.text) }
    let object = comparison(objects, &random)
    return switch random.next() % 6 {
    case 0: values
    case 1: object
    case 2: .not(object)
    case 3: .conjunction([values, object])
    case 4: .disjunction([object, comparison(objects, &random), values])
    default: .not(.conjunction([object, values]))
    }
  }

  private func comparison(_ objects: [String], _ random: inout SeededGenerator) -> ParsedPredicate {
    let left = key(random.pick(objects))
    switch random.next() % 5 {
    case 0: return .comparison(Comparison(left, .equal, key(random.pick(objects))))
    case 1: return .comparison(Comparison(left, .notEqual, .constant(object(&random))))
    case 2:
      let list = (0..<random.next() % 4).map { _ in object(&random) }
      return .comparison(Comparison(left, .in, .constant(.list(list))))
    default: return .comparison(Comparison(left, .equal, .constant(object(&random))))
    }
  }

  private func key(_ path: String) -> ValueTerm<PropertyPath> {
    path == "SELF" ? .evaluatedObject : .key(PropertyPath(dotted: path))
  }

  private func object(_ random: inout SeededGenerator) -> PredicateValue {
    if random.chance(6) { return .null }
    let entity = random.pick(garage.model.entities).name
    let key = Int64(random.next() % 12 + 1)
    return .objectID(ObjectID(store: garage.store.identifier, entity: entity, key: .permanent(key)))
  }
}
