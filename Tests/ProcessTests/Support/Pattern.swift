import JSON

/// Whether a value fits an expectation.
///
/// An expected object may name fewer members than there are, because results only gain members; `"*"` fits everything
/// but a missing member, `"absent"` only a missing member. Numbers are compared by value where both are integers.
struct Pattern: CustomStringConvertible {
  let text: String
  let expected: JSONValue

  init(_ text: String) throws {
    self.text = text
    expected = try JSONValue(parsing: text)
  }

  var description: String { text }

  func fits(_ actual: JSONValue?) -> Bool { Self.fits(expected, actual) }

  private static func fits(_ expected: JSONValue, _ actual: JSONValue?) -> Bool {
    guard let actual else { return expected.string == "absent" }
    switch (expected, actual) {
    case (.string("absent"), _): return false
    case (.string("*"), _): return true
    case (.object(let members), .object(let others)):
      return members.members.allSatisfy { fits($0.value, others[$0.key]) }
    case (.array(let elements), .array(let others)):
      return elements.count == others.count && zip(elements, others).allSatisfy { fits($0, $1) }
    case (.number, .number):
      return expected == actual || expected.int64 != nil && expected.int64 == actual.int64
    default: return expected == actual
    }
  }
}
