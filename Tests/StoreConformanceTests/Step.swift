import ObjectGraph
import PredicateLanguage
import TestSupport

/// Something that one of two contexts does, to one of eight objects if it is about an object.
struct Step {
  enum Action {
    case insert([String: AttributeValue])
    case update([String: AttributeValue], expectedVersion: Int64?)
    case delete(expectedVersion: Int64?)
    case refresh(keepChanges: Bool)
    case save
    case rollback
  }

  let context: Int
  let object: Int
  let action: Action

  init(_ random: inout SeededGenerator) {
    context = Int(random.next() % 2)
    object = Int(random.next() % 8)
    action = Self.action(&random)
  }

  private static func action(_ random: inout SeededGenerator) -> Action {
    let version: Int64? = random.chance(12) ? Int64(random.next() % 3) : nil
    return switch random.next() % 16 {
    case 0...1: .insert(values(&random))
    case 2...9: .update(values(&random), expectedVersion: version)
    case 10: .delete(expectedVersion: version)
    case 11...12: .refresh(keepChanges: random.chance(2))
    case 13: random.chance(3) ? .rollback : .save
    default: .save
    }
  }

  /// Out of small pools, so that values meet.
  private static func values(_ random: inout SeededGenerator) -> [String: AttributeValue] {
    var values: [String: AttributeValue] = [:]
    if random.chance(2) {
      values["code"] = random.chance(4) ? .null : .string(random.pick(["a", "b", "c", "d", "e", "f"]))
    }
    if random.chance(3) { values["left"] = .integer(Int64(random.next() % 4)) }
    if random.chance(3) { values["right"] = .integer(Int64(random.next() % 3)) }
    if random.chance(3) { values["title"] = random.chance(40) ? .null : .string(random.pick(["x", "y"])) }
    return values
  }
}
