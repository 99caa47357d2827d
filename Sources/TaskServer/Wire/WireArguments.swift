import FoundationEssentials
import JSON
import ObjectGraph
import PredicateLanguage

/// Reads the arguments of a predicate.
enum WireArguments {
  /// An array for `%@`, `%K` and `%d`, or an object for `$NAME`.
  ///
  /// - Throws: `ValueError` with the place of an argument that is no value.
  static func read(_ json: JSONValue?, settings: WireSettings) throws(ValueError) -> PredicateArguments {
    let reader = ArgumentReader(values: ValueReader(settings: settings))
    switch json {
    case nil: return .none
    case .array(let elements): return PredicateArguments(try reader.list(elements, at: "/params/arguments"))
    case .object(let object):
      var named: [String: PredicateValue] = [:]
      for member in object.members {
        named[member.key] = try reader.value(member.value, at: "/params/arguments/\(member.key)")
      }
      return PredicateArguments([], named: named)
    case let other?:
      throw .type(pointer: "/params/arguments", expected: "an array or an object", given: other.kindName)
    }
  }
}

/// One argument: plain JSON, or an object with a tag that says what its text means.
private struct ArgumentReader {
  let values: ValueReader

  func list(_ elements: [JSONValue], at pointer: String) throws(ValueError) -> [PredicateValue] {
    var result: [PredicateValue] = []
    result.reserveCapacity(elements.count)
    for (index, element) in elements.enumerated() {
      result.append(try value(element, at: "\(pointer)/\(index)"))
    }
    return result
  }

  func value(_ json: JSONValue, at pointer: String) throws(ValueError) -> PredicateValue {
    switch json {
    case .null: return .null
    case .bool(let truth): return .boolean(truth)
    case .string(let text): return .string(text)
    case .array(let elements): return .list(try list(elements, at: pointer))
    case .number(let number):
      if let integer = number.int64 { return .integer(integer) }
      if let double = number.double, double.isFinite { return .double(double) }
      throw .type(pointer: pointer, expected: "a number that a double can hold", given: "a larger one")
    case .object(let object):
      guard object.count == 1, let member = object.members.first, let value = tagged(member) else {
        throw .type(
          pointer: pointer, expected: "a value, or one of \(Self.tags.joined(separator: ", "))", given: "an object")
      }
      return value
    }
  }

  private static let tags = ["$date", "$uuid", "$decimal", "$data", "$url", "$objectID"]

  private func tagged(_ member: JSONObject.Member) -> PredicateValue? {
    let text = member.value.string
    return switch member.key {
    case "$date": text.flatMap { values.date($0) }.map { .date($0) }
    case "$uuid": text.flatMap { UUID(uuidString: $0) }.map { .uuid($0) }
    case "$decimal": values.decimal(member.value).map { .decimal($0) }
    case "$data": text.flatMap { Base64.decode($0) }.map { .data($0) }
    case "$url": text.map { .url($0) }
    case "$objectID": text.flatMap { ObjectID(uri: $0) }.map { .objectID($0) }
    default: nil
    }
  }
}
