import Foundation
import ObjectGraph
import PredicateLanguage

/// A task outside its context.
struct TaskRecord: Equatable, Sendable {
  var uuid = ""
  var description = ""
  var date: Date?
  var finished = false
  var category = 0
  var notificationEnabled = false
}

extension TaskRecord {
  init(_ task: ManagedObject) throws(StoreError) {
    if case .string(let text) = try task.value(forKey: "uuid") { uuid = text }
    if case .string(let text) = try task.value(forKey: "taskDescription") { description = text }
    if case .date(let seconds) = try task.value(forKey: "date") {
      date = Date(timeIntervalSinceReferenceDate: seconds)
    }
    if case .integer(let number) = try task.value(forKey: "category") { category = Int(number) }
    finished = try task.value(forKey: "finished") == .boolean(true)
    notificationEnabled = try task.value(forKey: "notificationEnabled") == .boolean(true)
  }
}

/// A category outside its context.
struct CategoryRecord: Equatable, Sendable {
  var title = ""
  var color: Color?
}

extension CategoryRecord {
  init(_ category: ManagedObject) throws(StoreError) {
    if case .string(let text) = try category.value(forKey: "category") { title = text }
    color = try category.transformedValue(forKey: "color")
  }
}

/// A colour with its parts from 0 to 1.
struct Color: Codable, Equatable, Sendable {
  var red: Double
  var green: Double
  var blue: Double
  var alpha: Double
}

/// Keeps a colour as the JSON text of its parts.
struct ColorTransformer: ObjectGraph.ValueTransformer {
  static let name = "tutorial.color"

  func transformedValue(_ color: Color) -> [UInt8]? {
    (try? JSONEncoder().encode(color)).map { [UInt8]($0) }
  }

  func reverseTransformedValue(_ bytes: [UInt8]) -> Color? {
    try? JSONDecoder().decode(Color.self, from: Data(bytes))
  }
}
