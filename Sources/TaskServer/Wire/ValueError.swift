/// A value on the wire that has no place in the model, and where it stands.
enum ValueError: Error, Hashable {
  /// Values must be an object by property name.
  case notAnObject(pointer: String)
  case unknownProperty(pointer: String, name: String, nearest: String?)
  /// `expected` and `given` as in "a date" and "a number".
  case type(pointer: String, expected: String, given: String)
}
