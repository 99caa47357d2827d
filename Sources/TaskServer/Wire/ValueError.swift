/// Why a JSON value does not fit the model, and where it stands.
package enum ValueError: Error, Hashable, Sendable {
  /// An object with values was expected; `pointer` is a JSON Pointer (RFC 6901) from the message's root.
  case notAnObject(pointer: String)
  /// The entity has no such property, or the name is objwire's own (it begins with `$`).
  ///
  /// `nearest` is the property that was probably meant.
  case unknownProperty(pointer: String, name: String, nearest: String?)
  /// A member is named a second time; `pointer` ends with its name.
  case duplicateKey(pointer: String)
  /// The value is not of the property's type; both are words for people: "an integer", "a string".
  case type(pointer: String, expected: String, given: String)
}

extension ValueError {
  /// What begins the members that are objwire's own.
  static let reservedPrefix = "$"

  /// Where the value stands.
  package var pointer: String {
    switch self {
    case .notAnObject(let pointer), .unknownProperty(let pointer, _, _), .duplicateKey(let pointer),
      .type(let pointer, _, _):
      pointer
    }
  }

  /// A sentence for people; holds no value that was given.
  package var message: String {
    switch self {
    case .notAnObject(let pointer): "\(pointer): expected an object with the values"
    case .unknownProperty(let pointer, let name, _) where name.hasPrefix(Self.reservedPrefix):
      "\(pointer): names that begin with $ are objwire's own and cannot be set"
    case .unknownProperty(let pointer, let name, let nearest?):
      "\(pointer): there is no property \(name); did you mean \(nearest)?"
    case .unknownProperty(let pointer, let name, nil): "\(pointer): there is no property \(name)"
    case .duplicateKey(let pointer): "\(pointer): duplicate key; a member may be named once"
    case .type(let pointer, let expected, let given): "\(pointer): expected \(expected), not \(given)"
    }
  }

  /// The pointer to a member of what `pointer` points at (RFC 6901 §3).
  static func pointer(_ pointer: String, to member: String) -> String {
    pointer + "/" + member.replacing("~", with: "~0").replacing("/", with: "~1")
  }
}

/// Why one JSON value is not one of a type, where the place is not known yet.
struct ValueMismatch: Error, Hashable, Sendable {
  /// What would have been one: "an integer from 0 to 9".
  var expected: String

  /// The same with its place.
  func at(_ pointer: String, given: String) -> ValueError {
    .type(pointer: pointer, expected: expected, given: given)
  }
}
