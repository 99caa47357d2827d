import JSON
import ObjectGraph
import PredicateLanguage

/// A value whose one member says its type: `{"$decimal": "10.10"}`.
enum TaggedValue: String, CaseIterable {
  case date = "$date"
  case uuid = "$uuid"
  case decimal = "$decimal"
  case data = "$data"
  case url = "$url"
  case objectID = "$objectID"

  /// Reads a tagged value.
  ///
  /// - Throws: `ValueError.type` for any other object, and for content that is not of its type.
  static func read(
    _ object: JSONObject, _ settings: WireSettings, at pointer: String
  ) throws(ValueError) -> PredicateValue {
    guard object.count == 1, let member = object.members.first, let tag = TaggedValue(rawValue: member.key)
    else {
      let tags = allCases.map(\.rawValue).joined(separator: ", ")
      throw .type(
        pointer: pointer, expected: "a value, or an object with one member of \(tags)", given: "an object")
    }
    do throws(ValueMismatch) {
      return try tag.value(member.value, settings)
    } catch {
      throw error.at(ValueError.pointer(pointer, to: member.key), given: member.value.kindName)
    }
  }

  private func value(_ json: JSONValue, _ settings: WireSettings) throws(ValueMismatch) -> PredicateValue {
    if json == .null { throw ValueMismatch(expected: "something else than null") }
    switch self {
    case .date: return try ValueJSON.read(json, as: .date, settings)
    case .uuid: return try ValueJSON.read(json, as: .uuid, settings)
    case .decimal: return try ValueJSON.read(json, as: .decimal, settings)
    case .data: return try ValueJSON.read(json, as: .binary, settings)
    case .url: return try ValueJSON.read(json, as: .uri, settings)
    case .objectID:
      guard let objectID = json.string.flatMap({ ObjectID(uri: $0) }) else {
        throw ValueMismatch(expected: "an object ID such as \"x-coredata://…/Task/p1\"")
      }
      return .objectID(objectID)
    }
  }

  /// The object around a value's text.
  func json(_ text: String) -> JSONValue { .object([rawValue: .string(text)]) }
}
