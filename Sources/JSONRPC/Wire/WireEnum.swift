package import JSON

/// A closed set of strings: an enum with string values becomes one by conforming.
package protocol WireEnum: WireType, CaseIterable, RawRepresentable<String> {}

extension WireEnum {
  package static var schema: JSONSchema { .oneOf(allCases.map(\.rawValue)) }

  package static func read(from reader: inout WireReader) throws(WireError) -> Self {
    guard reader.peek() == .string else { throw .expected(expectation) }
    let text = try reader.readString()
    guard let value = allCases.first(where: { $0.rawValue.isIdentical(to: text) }) else {
      throw .expected(expectation)
    }
    return value
  }

  package func write(to writer: inout JSONWriter) { writer.write(rawValue) }

  private static var expectation: String {
    let names = allCases.map { "\"\($0.rawValue)\"" }
    return names.count == 1 ? names[0] : "one of " + names.joined(separator: ", ")
  }
}
