package import JSON

extension Bool: WireType {
  package static var schema: JSONSchema { .boolean }

  package static func read(from reader: inout WireReader) throws(WireError) -> Bool {
    try reader.readBool()
  }

  package func write(to writer: inout JSONWriter) { writer.write(self) }
}

extension Int64: WireType {
  package static var schema: JSONSchema { .integer }

  /// Any spelling of an integer: 5, 5.0, 5e0.
  package static func read(from reader: inout WireReader) throws(WireError) -> Int64 {
    guard reader.peek() == .number else { throw .expected("an integer") }
    let number = try reader.readNumber()
    if let value = number.int64 { return value }
    // Beyond the range of a double, too.
    let isLarge = number.double.map { $0.magnitude >= 0x1p63 } ?? true
    throw .expected(isLarge ? "an integer of at most 64 bits" : "an integer")
  }

  package func write(to writer: inout JSONWriter) { writer.write(self) }
}

extension Int: WireType {
  package static var schema: JSONSchema { .integer }

  package static func read(from reader: inout WireReader) throws(WireError) -> Int {
    Int(try Int64.read(from: &reader))
  }

  package func write(to writer: inout JSONWriter) { writer.write(self) }
}

extension Double: WireType {
  package static var schema: JSONSchema { .number }

  package static func read(from reader: inout WireReader) throws(WireError) -> Double {
    guard let value = try reader.readNumber().double else { throw .expected("a number a double can hold") }
    return value
  }

  package func write(to writer: inout JSONWriter) { writer.write(self) }
}

extension String: WireType {
  package static var schema: JSONSchema { .string }

  package static func read(from reader: inout WireReader) throws(WireError) -> String {
    try reader.readString()
  }

  package func write(to writer: inout JSONWriter) { writer.write(self) }
}

/// Any value, as a tree.
extension JSONValue: WireType {
  package static var schema: JSONSchema { .any }

  package static func read(from reader: inout WireReader) throws(WireError) -> JSONValue {
    try reader.readValue()
  }

  package func write(to writer: inout JSONWriter) { writer.write(self) }
}

extension Array: WireType where Element: WireType {
  package static var schema: JSONSchema { .array(of: Element.schema) }

  package static func read(from reader: inout WireReader) throws(WireError) -> [Element] {
    var elements: [Element] = []
    try reader.readElements { (_, reader) throws(WireError) in
      elements.append(try Element.read(from: &reader))
    }
    return elements
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginArray()
    for value in self {
      writer.element()
      value.write(to: &writer)
    }
    writer.endArray()
  }
}

/// A member that may be absent; null means the same.
extension Optional: WireType where Wrapped: WireType {
  package static var schema: JSONSchema { Wrapped.schema }

  package static var absentValue: Wrapped?? { .some(nil) }

  package var isAbsent: Bool {
    if case .none = self { true } else { false }
  }

  package static func read(from reader: inout WireReader) throws(WireError) -> Wrapped? {
    if reader.readNull() { return nil }
    return try Wrapped.read(from: &reader)
  }

  package func write(to writer: inout JSONWriter) {
    if let value = self { value.write(to: &writer) } else { writer.writeNull() }
  }
}
