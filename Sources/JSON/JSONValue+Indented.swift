extension JSONValue {
  /// The value as text for people: one member or element a line, two spaces a level.
  package var indentedText: String {
    var writer = JSONWriter()
    writer.write(indented: self, level: 0)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

extension JSONWriter {
  fileprivate mutating func write(indented value: JSONValue, level: Int) {
    switch value {
    case .array(let elements) where !elements.isEmpty:
      beginArray()
      for element in elements {
        self.element()
        breakLine(level + 1)
        write(indented: element, level: level + 1)
      }
      breakLine(level)
      endArray()
    case .object(let object) where !object.isEmpty:
      beginObject()
      for member in object.members {
        element()
        breakLine(level + 1)
        write(member.key)
        append(": ")
        write(indented: member.value, level: level + 1)
      }
      breakLine(level)
      endObject()
    default: write(value)
    }
  }

  private mutating func breakLine(_ level: Int) { append("\n" + String(repeating: "  ", count: level)) }
}
