/// Appends JSON to one growing buffer.
///
/// Members and elements put the comma before themselves: `beginObject()`, `key("a")`, value, `key("b")`,
/// value, `endObject()`; in arrays `element()` before each value. There is no state besides the bytes, so raw
/// bytes may be mixed in anywhere.
package struct JSONWriter {
  /// What was written so far and not passed on.
  package var bytes: [UInt8]
  private let sink: (any JSONSink)?
  private var isCommitted = false

  /// Bytes that are passed on at once: 128 KiB, as much as stays in a processor's cache.
  package static let pieceSize = 128 << 10

  /// - Parameter sink: where the beginning of a large text goes while the rest is being written; nil keeps it
  ///   all.
  package init(capacity: Int = 0, sink: (any JSONSink)? = nil) {
    bytes = []
    bytes.reserveCapacity(capacity)
    self.sink = sink
  }

  /// Says that nothing will be taken back from here on, so that the sink may be given what there is.
  package mutating func commit() { isCommitted = true }

  package mutating func beginObject() { bytes.append(ASCII.openBrace) }

  package mutating func endObject() { bytes.append(ASCII.closeBrace) }

  package mutating func beginArray() { bytes.append(ASCII.openBracket) }

  package mutating func endArray() { bytes.append(ASCII.closeBracket) }

  /// Puts a comma unless the array or object was just opened.
  package mutating func element() {
    // No value ends in an opening bracket, so the last byte says whether this is the first element.
    guard let last = bytes.last, last != ASCII.openBracket, last != ASCII.openBrace else { return }
    bytes.append(ASCII.comma)
    if bytes.count >= Self.pieceSize { passOn() }
  }

  private mutating func passOn() {
    guard isCommitted, let sink else { return }
    sink.take(bytes)
    bytes.removeAll(keepingCapacity: true)
  }

  /// Writes a member's key with its comma and colon; its value must follow.
  package mutating func key(_ key: String) {
    element()
    write(key)
    bytes.append(ASCII.colon)
  }

  /// Writes a null.
  package mutating func writeNull() { append("null") }

  package mutating func write(_ value: Bool) { append(value ? "true" : "false") }

  package mutating func write(_ number: JSONNumber) { append(number.text) }

  /// Writes a tree.
  package mutating func write(_ value: JSONValue) {
    switch value {
    case .null: writeNull()
    case .bool(let value): write(value)
    case .number(let number): write(number)
    case .string(let text): write(text)
    case .array(let elements): write(elements)
    case .object(let object): write(object)
    }
  }

  package mutating func write(_ object: JSONObject) {
    beginObject()
    for member in object.members {
      key(member.key)
      write(member.value)
    }
    endObject()
  }

  package mutating func write(_ elements: [JSONValue]) {
    beginArray()
    for value in elements {
      element()
      write(value)
    }
    endArray()
  }

  /// Appends text that is JSON already (or a part of it): a literal, a member with its punctuation.
  package mutating func append(_ json: String) {
    bytes.append(contentsOf: json.utf8)
  }

  /// Appends bytes that are JSON already.
  package mutating func append(_ json: Span<UInt8>) {
    bytes.append(addingCapacity: json.count) { (output: inout OutputSpan<UInt8>) in
      PlainText.copy(json, 0..<json.count, to: &output)
    }
  }

  /// Appends bytes that are JSON already.
  package mutating func append(_ json: ArraySlice<UInt8>) {
    reserve(json.count)
    bytes.append(contentsOf: json)
  }

  /// Appends bytes that are JSON already.
  package mutating func append(_ json: [UInt8]) {
    reserve(json.count)
    bytes.append(contentsOf: json)
  }

  /// Makes room for so many bytes and for the few that will close what is open.
  ///
  /// Without those, the bracket after a large value would double the buffer.
  mutating func reserve(_ count: Int) {
    bytes.append(addingCapacity: count + 16) { (_: inout OutputSpan<UInt8>) in }
  }
}

extension JSONValue {
  /// The value as compact text.
  package var text: String {
    var writer = JSONWriter()
    writer.write(self)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
