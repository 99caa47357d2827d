import ObjectGraph
import PredicateLanguage
import SQLiteStore

/// New objects that lead to saved ones.
enum OrderItems {
  static var all: [Item] { [Item(name: "related-insert", measure: insert)] }

  private static let count = 10_000
  private static let customers = 100
  private static let products = 1_000

  /// 10,000 orders, each of one of 100 customers and of one of 1,000 products, inserted and saved at once.
  ///
  /// Customers and products are saved before; their versions rise, as their lists of orders change.
  private static func insert(_ workshop: Workshop) throws(BenchmarkError) -> Outcome {
    let rows = (0..<count).map(TaskRow.init(index:))
    return try workshop.compare(
      "related-insert", .nanoseconds,
      [
        Contestant("engine") { () throws(BenchmarkError) in
          let path = workshop.freshStore()
          defer { workshop.removeStore(path) }
          do {
            return try insert(rows, path)
          } catch {
            throw .failed(contestant: "engine", what: "\(error)")
          }
        },
        Contestant("C") { () throws(BenchmarkError) in
          let path = workshop.freshStore()
          defer { workshop.removeStore(path) }
          return try RawOrders(path: path, customers: customers, products: products).insert(count: count)
        },
      ])
  }

  /// Nanoseconds from the first insert to the end of the save.
  private static func insert(_ rows: [TaskRow], _ path: String) throws -> Double {
    let model = try OrderModel.make()
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    let store = try SQLiteStore(path: path, model: model)
    defer { store.close() }
    try coordinator.addPersistentStore(store)
    let owners = try makeOwners(coordinator)
    let context = ManagedObjectContext(coordinator: coordinator)
    let order = try context.entity(named: "Order")
    let filled = rows.enumerated().map { index, row in values(of: row, index, order, owners) }
    let began = Machine.now
    for values in filled { _ = try context.insert(order, values: values) }
    let result = try context.save()
    let time = Double(Machine.now - began)
    guard result.insertedCount == rows.count, result.updatedCount == customers + products else {
      throw BenchmarkError.failed(
        contestant: "engine", what: "\(result.insertedCount) rows, \(result.updatedCount) touched")
    }
    return time
  }

  private typealias Owners = (customers: [ObjectID], products: [ObjectID])

  private static func makeOwners(_ coordinator: PersistentStoreCoordinator) throws(StoreError) -> Owners {
    let context = ManagedObjectContext(coordinator: coordinator)
    for (name, count) in [("Customer", customers), ("Product", products)] {
      let entity = try context.entity(named: name)
      _ = try context.insert(entity, rows: Array(repeating: [.string(name)], count: count))
    }
    let saved = try context.save().permanentIDs.map(\.permanent)
    return (saved.filter { $0.entity == "Customer" }, saved.filter { $0.entity == "Product" })
  }

  private static func values(
    of row: TaskRow, _ index: Int, _ order: EntityDescription, _ owners: Owners
  ) -> [AttributeValue] {
    order.columns.map { column in
      switch column.name {
      case "customer": .objectID(owners.customers[RawOrders.owner(ofOrder: index, among: customers)])
      case "product": .objectID(owners.products[RawOrders.owner(ofOrder: index, among: products)])
      case "date": .date(row.date)
      case "note": .string(row.description)
      default: .integer(row.category)
      }
    }
  }
}
