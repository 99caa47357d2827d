import Foundation
import ObjectGraph
import PredicateLanguage
import SQLite
import SQLiteStore

/// A store of every kind of relationship, and of entities that share a table.
///
/// Owner 1, Tag 2, Vehicle 3 (abstract), Car 4, SportCar 5, Ship 6.
final class Garage {
  let fixture: StoreFixture
  let model: ManagedObjectModel
  let store: SQLiteStore

  init() throws {
    fixture = try StoreFixture()
    model = try Self.model()
    store = try SQLiteStore(path: fixture.path(), model: model)
  }

  /// Another store on the same file.
  func open() throws -> SQLiteStore { try SQLiteStore(path: fixture.path(), model: model) }

  static func model() throws -> ManagedObjectModel {
    try ManagedObjectModel(entities: [owner, tag, vehicle, car, sportCar, ship])
  }

  private static func text(_ name: String) -> PropertyDescription {
    .attribute(AttributeDescription(name, .string))
  }

  private static func toMany(
    _ name: String, to entity: String, inverse: String? = nil, isOrdered: Bool = false
  ) -> PropertyDescription {
    .relationship(
      RelationshipDescription(name, to: entity, inverse: inverse, maxCount: 0, isOrdered: isOrdered))
  }

  private static func toOne(_ name: String, to entity: String, inverse: String? = nil) -> PropertyDescription
  {
    .relationship(RelationshipDescription(name, to: entity, inverse: inverse))
  }

  private static let owner = EntityDescription(
    "Owner",
    properties: [
      text("name"), toMany("vehicles", to: "Vehicle", inverse: "owner", isOrdered: true),
      toOne("boss", to: "Owner", inverse: "staff"), toMany("staff", to: "Owner", inverse: "boss"),
      toOne("favorite", to: "Vehicle"), toMany("tags", to: "Tag", inverse: "owners", isOrdered: true),
      toMany("friends", to: "Owner", inverse: "friends"),
      toMany("mentors", to: "Owner", inverse: "pupils"), toMany("pupils", to: "Owner", inverse: "mentors"),
      toMany("notes", to: "Vehicle"),
    ],
    fetchIndexes: [FetchIndexDescription("byFavorite", [FetchIndexDescription.Element("favorite")])])

  private static let tag = EntityDescription(
    "Tag", properties: [text("name"), toMany("owners", to: "Owner", inverse: "tags")],
    uniquenessConstraints: [["name"]])

  private static let vehicle = EntityDescription(
    "Vehicle", isAbstract: true,
    properties: [text("name"), toOne("owner", to: "Owner", inverse: "vehicles")])

  private static let car = EntityDescription(
    "Car", superentity: "Vehicle",
    properties: [text("maker"), .attribute(AttributeDescription("doors", .integer32))],
    uniquenessConstraints: [["name"], ["maker", "doors"]])

  private static let sportCar = EntityDescription(
    "SportCar", superentity: "Car", properties: [text("club")],
    fetchIndexes: [FetchIndexDescription("byClub", [FetchIndexDescription.Element("club")])])

  private static let ship = EntityDescription(
    "Ship", superentity: "Vehicle",
    properties: [text("maker"), .attribute(AttributeDescription("length", .double))])
}

// MARK: - Writing and reading

extension Garage {
  func entity(_ name: String) throws -> EntityDescription {
    guard let entity = model.entity(named: name) else { throw StoreError.unknownEntity(name) }
    return entity
  }

  func relationship(_ entity: String, _ name: String) throws -> ResolvedRelationship {
    guard let relationship = try self.entity(entity).relationship(named: name) else {
      throw StoreError.unknownProperty(entity: entity, property: name)
    }
    return relationship
  }

  /// Commits a new object.
  @discardableResult
  func add(
    _ name: String, _ values: [String: AttributeValue] = [:], order: Int64? = nil
  ) throws -> ObjectID {
    let entity = try entity(name)
    var row = entity.columns.map { values[$0.name] ?? .null }
    if let order, let column = entity.orderColumn(ofReference: "owner") { row[column] = .integer(order) }
    var changes = ChangeSet.EntityChanges(entity: entity)
    let objectID = ObjectID(store: store.identifier, entity: name, key: .temporary(UUID()))
    changes.insertions = [ChangeSet.Insertion(objectID: objectID, values: row)]
    let receipt = try store.commit(ChangeSet(entities: [changes]), cancellation: Cancellation())
    guard let permanent = receipt.permanentIDs.first?.permanent else {
      throw StoreError.objectNotFound(objectID)
    }
    return permanent
  }

  /// Commits one change.
  func update(_ base: ObjectSnapshot, _ property: String, _ value: AttributeValue) throws {
    var changes = ChangeSet.EntityChanges(entity: try entity(base.objectID.entity))
    let column = changes.entity.columnIndex(named: property) ?? -1
    changes.updates = [
      ChangeSet.Update(base: base, changes: [PropertyChange(column: column, value: value)])
    ]
    _ = try store.commit(ChangeSet(entities: [changes]), cancellation: Cancellation())
  }

  /// Commits pairs.
  func pair(
    _ relationship: ResolvedRelationship, set: [ChangeSet.Pair] = [], removed: [ChangeSet.Pair] = []
  ) throws {
    guard case .pairs(let table, _) = relationship.storage else { return }
    var changes = ChangeSet.PairChanges(table: table)
    (changes.set, changes.removed) = (set, removed)
    _ = try store.commit(ChangeSet(pairs: [changes]), cancellation: Cancellation())
  }

  func query(
    _ entity: String, _ predicate: String? = nil, _ arguments: [PredicateValue] = [],
    sort: [SortDescriptor] = [], includesSubentities: Bool = true
  ) throws -> StoreQuery {
    let entity = try self.entity(entity)
    let binder = Binder(entity: entity, model: model)
    let bound = try predicate.map { text in
      try binder.bind(try ParsedPredicate(parsing: text).substituting(PredicateArguments(arguments)))
    }
    return StoreQuery(
      entity: entity, predicate: bound, sort: try sort.map { try binder.bind($0) },
      includesSubentities: includesSubentities)
  }

  func objects(_ query: StoreQuery) throws -> [ObjectSnapshot] {
    let rows = try store.makeReader().fetch(query, cancellation: Cancellation())
    return (0..<rows.count).map { rows.snapshot($0, of: query.entity, in: store.identifier) }
  }

  /// The names of the objects that fit.
  func names(
    _ entity: String, _ predicate: String? = nil, _ arguments: [PredicateValue] = [],
    sort: [SortDescriptor] = []
  ) throws -> [String] {
    try objects(query(entity, predicate, arguments, sort: sort)).map { object in
      if case .string(let name) = try value("name", of: object) { name } else { "-" }
    }
  }

  func value(_ property: String, of object: ObjectSnapshot) throws -> AttributeValue {
    let column = try entity(object.objectID.entity).columnIndex(named: property)
    return column.map { object.values[$0] } ?? .null
  }

  func key(_ objectID: ObjectID) -> Int64 { objectID.primaryKey ?? -1 }
}
