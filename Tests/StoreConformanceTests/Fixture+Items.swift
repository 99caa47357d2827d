import ObjectGraph
import PredicateLanguage
import TestSupport

extension Fixture {
  /// The row of a new item with some values.
  func row(_ values: [String: AttributeValue]) -> [AttributeValue] { item.row(values) }

  /// Changes for an update.
  func changes(_ values: [String: AttributeValue]) -> [PropertyChange] { item.changes(values) }

  /// Adds items with these titles and saves them.
  @discardableResult
  func add(_ titles: String..., to context: ManagedObjectContext? = nil) throws -> [ObjectID] {
    let context = context ?? self.context("adder")
    let ids = try titles.map { try context.insert(item, values: row(["title": .string($0)])) }
    try context.save()
    return ids.map { coordinator.resolve($0) }
  }

  /// The titles that a context shows, in the order of a fetch.
  func titles(
    _ context: ManagedObjectContext, _ predicate: String? = nil, sort: [SortDescriptor] = [],
    limit: Int? = nil,
    offset: Int = 0, includesPendingChanges: Bool = true
  ) throws -> String {
    let binder = Binder(entity: item, model: model)
    let query = StoreQuery(
      entity: item, predicate: try predicate.map { try binder.bind(ParsedPredicate(parsing: $0)) },
      sort: try sort.map { try binder.bind($0) }, limit: limit, offset: offset)
    let rows = try context.fetch(query, includesPendingChanges: includesPendingChanges)
    return item.text(rows, "title")
  }

  /// One value that a context shows.
  func value(_ name: String, of objectID: ObjectID, in context: ManagedObjectContext) throws -> AttributeValue
  {
    try context.snapshot(objectID).values[item.column(name)]
  }
}

/// The error that a closure throws; nil if it throws none.
func storeError<Result>(_ body: () throws(StoreError) -> Result) -> StoreError? {
  do throws(StoreError) {
    _ = try body()
    return nil
  } catch {
    return error
  }
}
