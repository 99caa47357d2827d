import Foundation
import ObjectGraph
import PredicateLanguage

/// What the task manager does with its context; each change is saved at once.
struct TaskManager: Sendable {
  let context: ContextWorker

  /// Saves, if there is anything to save.
  func saveContext() throws(StoreError) {
    try context.performAndWait { context throws(StoreError) in
      if context.hasChanges { try context.save() }
    }
  }

  /// Adds a task nobody is reminded of.
  func addTask(
    _ description: String, date: Date?, finished: Bool = false, category: Int = 0, uuid: String
  ) throws(StoreError) {
    try insert(
      "Task",
      Self.values(description, date, finished, category).merging([
        "notificationEnabled": .boolean(false), "uuid": .string(uuid),
      ]) { _, new in new })
  }

  /// All tasks, in the order in which they were added.
  func taskData() throws(StoreError) -> [TaskRecord] { try tasks(FetchRequest(entityName: "Task")) }

  /// The tasks that a predicate holds for, the earliest first.
  func tasks(where predicate: ParsedPredicate) throws(StoreError) -> [TaskRecord] {
    var request = FetchRequest(entityName: "Task", predicate: predicate)
    request.sortDescriptors = [ObjectGraph.SortDescriptor("date")]
    return try tasks(request)
  }

  /// Whether there was such a task.
  func updateTask(_ uuid: String, isFinished: Bool) throws(StoreError) -> Bool {
    try change(uuid, ["finished": .boolean(isFinished)])
  }

  /// Whether there was such a task.
  func editTask(
    _ uuid: String, _ description: String, date: Date?, finished: Bool, category: Int
  ) throws(StoreError) -> Bool {
    try change(uuid, Self.values(description, date, finished, category))
  }

  /// Whether there was such a task.
  func taskNotification(_ uuid: String, isEnabled: Bool) throws(StoreError) -> Bool {
    try change(uuid, ["notificationEnabled": .boolean(isEnabled)])
  }

  /// Whether there was such a task.
  func deleteTask(_ uuid: String) throws(StoreError) -> Bool {
    try withTask(uuid) { (context, task) throws(StoreError) in try context.delete(task) }
  }
}

// MARK: - Categories and settings

extension TaskManager {
  func addCategory(_ title: String, _ color: Color) throws(StoreError) {
    try context.performAndWait { context throws(StoreError) in
      let category = try context.insertNewObject(forEntityName: "Category")
      try category.setValue(.string(title), forKey: "category")
      try category.setTransformedValue(color, forKey: "color")
      try context.save()
    }
  }

  /// Gives a category another title and colour; whether there was one.
  func editCategory(_ title: String, to newTitle: String, _ color: Color) throws(StoreError) -> Bool {
    try withFirst("Category", "category", title) { (_, category) throws(StoreError) in
      try category.setValue(.string(newTitle), forKey: "category")
      try category.setTransformedValue(color, forKey: "color")
    }
  }

  /// All categories by title.
  func categories() throws(StoreError) -> [CategoryRecord] {
    try context.performAndWait { context throws(StoreError) in
      var request = FetchRequest(entityName: "Category")
      request.sortDescriptors = [ObjectGraph.SortDescriptor("category")]
      return try context.fetch(request).map { category throws(StoreError) in try CategoryRecord(category) }
    }
  }

  /// Changes the one settings object, made when it is first asked for.
  func changeSettings(_ values: [String: AttributeValue]) throws(StoreError) {
    try context.performAndWait { context throws(StoreError) in
      let settings = try Self.settings(in: context)
      for (key, value) in values { try settings.setValue(value, forKey: key) }
      try context.save()
    }
  }

  func setting(_ key: String) throws(StoreError) -> AttributeValue {
    try context.performAndWait { context throws(StoreError) in
      try Self.settings(in: context).value(forKey: key)
    }
  }

  private static func settings(in context: ManagedObjectContext) throws(StoreError) -> ManagedObject {
    if let settings = try context.fetch(FetchRequest(entityName: "Settings")).first { return settings }
    return try context.insertNewObject(forEntityName: "Settings")
  }
}

// MARK: - In the context

extension TaskManager {
  private static func values(
    _ description: String, _ date: Date?, _ finished: Bool, _ category: Int
  ) -> [String: AttributeValue] {
    [
      "taskDescription": .string(description), "finished": .boolean(finished),
      "category": .integer(Int64(category)),
      "date": date.map { .date($0.timeIntervalSinceReferenceDate) } ?? .null,
    ]
  }

  private func tasks(_ request: FetchRequest) throws(StoreError) -> [TaskRecord] {
    try context.performAndWait { context throws(StoreError) in
      try context.fetch(request).map { task throws(StoreError) in try TaskRecord(task) }
    }
  }

  private func insert(_ entity: String, _ values: [String: AttributeValue]) throws(StoreError) {
    try context.performAndWait { context throws(StoreError) in
      let object = try context.insertNewObject(forEntityName: entity)
      for (key, value) in values { try object.setValue(value, forKey: key) }
    }
    try saveContext()
  }

  private func change(_ uuid: String, _ values: [String: AttributeValue]) throws(StoreError) -> Bool {
    try withTask(uuid) { (_, task) throws(StoreError) in
      for (key, value) in values { try task.setValue(value, forKey: key) }
    }
  }

  private func withTask(
    _ uuid: String, _ body: @Sendable (ManagedObjectContext, ManagedObject) throws(StoreError) -> Void
  ) throws(StoreError) -> Bool {
    try withFirst("Task", "uuid", uuid, body)
  }

  /// Runs a change of the object whose text is so, and saves; false if there is none.
  private func withFirst(
    _ entity: String, _ key: String, _ text: String,
    _ body: @Sendable (ManagedObjectContext, ManagedObject) throws(StoreError) -> Void
  ) throws(StoreError) -> Bool {
    let predicate = try ParsedPredicate.equal(key, to: text)
    return try context.performAndWait { context throws(StoreError) in
      var request = FetchRequest(entityName: entity, predicate: predicate)
      request.fetchLimit = 1
      guard let object = try context.fetch(request).first else { return false }
      try body(context, object)
      try context.save()
      return true
    }
  }
}

extension ParsedPredicate {
  /// Whether an attribute is a text.
  static func equal(_ key: String, to text: String) throws(StoreError) -> ParsedPredicate {
    do throws(PredicateTextError) {
      return try ParsedPredicate(parsing: "%K == %@")
        .substituting(PredicateArguments([.string(key), .string(text)]))
    } catch {
      throw .predicate(error)
    }
  }
}
