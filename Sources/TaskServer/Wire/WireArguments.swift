package import JSON
import ObjectGraph
package import PredicateLanguage

/// Reads the arguments of a predicate.
///
/// An array serves `%@`, `%K`, `%d`, an object `$NAME`. A value is taken as the kind of JSON it is; the
/// attribute it is compared with makes a date, a UUID or bytes of a string (`WireCoercion`). Where nothing
/// decides, a tag says it: `{"$date": "2026-12-01"}`.
package enum WireArguments {
  /// Where arguments stand in a request.
  package static let pointer = "/params/arguments"

  /// Reads arguments; absent and null are none.
  ///
  /// - Throws: `ValueError` for the first that is no value.
  package static func read(
    _ json: JSONValue?, settings: WireSettings, at pointer: String = pointer
  ) throws(ValueError) -> PredicateArguments {
    switch json {
    case nil, .null: return .none
    case .array(let elements): return PredicateArguments(try list(elements, settings, pointer))
    case .object(let object): return PredicateArguments(named: try named(object, settings, pointer))
    case let other?:
      throw .type(
        pointer: pointer, expected: "an array for %@, %K, %d or an object for $NAME", given: other.kindName)
    }
  }

  private static func named(
    _ object: JSONObject, _ settings: WireSettings, _ pointer: String
  ) throws(ValueError) -> [String: PredicateValue] {
    var values: [String: PredicateValue] = [:]
    for member in object.members {
      let place = ValueError.pointer(pointer, to: member.key)
      if member.key.hasPrefix("$") {
        throw .type(pointer: place, expected: "the name without the $ before it", given: "a name with it")
      }
      values[member.key] = try value(member.value, settings, place)
    }
    return values
  }

  private static func list(
    _ elements: [JSONValue], _ settings: WireSettings, _ pointer: String
  ) throws(ValueError) -> [PredicateValue] {
    var values: [PredicateValue] = []
    values.reserveCapacity(elements.count)
    for element in elements {
      values.append(try value(element, settings, "\(pointer)/\(values.count)"))
    }
    return values
  }

  private static func value(
    _ json: JSONValue, _ settings: WireSettings, _ pointer: String
  ) throws(ValueError) -> PredicateValue {
    switch json {
    case .null: return .null
    case .bool(let truth): return .boolean(truth)
    case .string(let text): return .string(text)
    case .array(let elements): return .list(try list(elements, settings, pointer))
    case .object(let object): return try TaggedValue.read(object, settings, at: pointer)
    case .number(let number):
      guard let value = Self.number(number) else {
        throw .type(
          pointer: pointer, expected: "an integer of 64 bits, or a number that a double can hold",
          given: json.kindName)
      }
      return value
    }
  }

  /// As the same number written in a predicate: an integer has neither point nor exponent and is never
  /// rounded.
  private static func number(_ number: JSONNumber) -> PredicateValue? {
    let isInteger = number.text.utf8.allSatisfy { $0 == UInt8(ascii: "-") || (0x30...0x39).contains($0) }
    if isInteger { return number.int64.map { .integer($0) } }
    return number.double.map { .double($0) }
  }
}
