import JSON

/// One line of a recording: a message, who sent it, and when.
///
/// `{"at": 0.001234, "from": "client", "message": …}` with the message as it came; line ends between its tokens are
/// blanks. `{"at": …, "from": "server", "commit": 3, "id": 7}` says that request 7 has made the third commit, before its
/// reply: replies of different contexts may leave in another order. What is no JSON (or too deep for one
/// more level around it) is `"bytes"` in base64, a message that was too long to be read is `"tooLong"` with the limit it
/// broke, and bytes whose header was wrong are `"fault"` with a word for what was wrong.
package struct RecordedEntry: Sendable {
  /// Who sent it.
  package enum Side: String, Sendable {
    case client
    case server
  }

  /// What was sent.
  package enum Content: Sendable {
    /// The bytes of one message, without what frames it.
    case message(ArraySlice<UInt8>)
    /// More than so many bytes, which nobody kept.
    case tooLong(maximum: Int)
    /// Bytes that made no message, which nobody kept.
    case fault(FramingFault)
    /// A request, nil for a notification, has made the commit of this number.
    case commit(number: UInt64, id: RequestID?)
  }

  /// Seconds since the recording began.
  package var time: Double
  package var side: Side
  package var content: Content

  package init(time: Double, side: Side, content: Content) {
    self.time = time
    self.side = side
    self.content = content
  }

  /// The line with its end.
  package var line: [UInt8] {
    switch content {
    case .message(let bytes): line(of: bytes)
    case .tooLong(let maximum):
      line { writer in
        writer.key("tooLong")
        writer.write(maximum)
      }
    case .fault(let fault):
      line { writer in
        writer.key("fault")
        writer.write(fault.record)
      }
    case .commit(let number, let id):
      line { writer in
        writer.key("commit")
        writer.write(Int64(clamping: number))
        guard let id else { return }
        writer.key("id")
        id.write(to: &writer)
      }
    }
  }

  private func line(of bytes: ArraySlice<UInt8>) -> [UInt8] {
    let plain = line { writer in
      writer.key("message")
      writer.append(bytes)
      writer.blankLineEnds(last: bytes.count)
    }
    let isJSON = (try? JSONScanner.validate(plain.span)) != nil
    return isJSON
      ? plain
      : line { writer in
        writer.key("bytes")
        writer.write(Base64.encode(Array(bytes).span))
      }
  }

  private func line(_ writeContent: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter(capacity: 64)
    writer.beginObject()
    writer.key("at")
    // Microseconds.
    writer.write((time * 1e6).rounded() / 1e6)
    writer.key("from")
    writer.write(side.rawValue)
    writeContent(&writer)
    writer.endObject()
    return writer.bytes + [0x0A]
  }
}

extension JSONWriter {
  /// Valid JSON has line ends only between its tokens, where a blank means the same.
  fileprivate mutating func blankLineEnds(last count: Int) {
    for index in bytes.indices.suffix(count) where bytes[index] == 0x0A || bytes[index] == 0x0D {
      bytes[index] = 0x20
    }
  }
}

// MARK: - Reading

extension RecordedEntry {
  /// Reads a line; nil if it is no entry.
  package init?(line: ArraySlice<UInt8>) {
    var members: [String: ArraySlice<UInt8>] = [:]
    let span = line.span
    var scanner = JSONScanner()
    var position = 0
    do throws(JSONError) {
      try scanner.begin(span, &position)
      try scanner.visitMembers(span, &position) { key, value in
        let start = line.startIndex
        members[key.text(span)] = line[start + value.lowerBound..<start + value.upperBound]
      }
      try scanner.end(span, &position)
    } catch {
      return nil
    }
    guard let time = Self.value(members["at"])?.double, let word = Self.value(members["from"])?.string,
      let side = Side(rawValue: word), let content = Self.content(members)
    else { return nil }
    self.init(time: time, side: side, content: content)
  }

  private static func content(_ members: [String: ArraySlice<UInt8>]) -> Content? {
    if let message = members["message"] { return .message(message) }
    if let text = value(members["bytes"])?.string { return Base64.decode(text).map { .message($0[...]) } }
    if let number = value(members["commit"])?.int64 {
      let id = members["id"].flatMap { RequestID(validating: $0) }
      return .commit(number: UInt64(clamping: number), id: id)
    }
    if let fault = value(members["fault"]) { return FramingFault(record: fault).map { .fault($0) } }
    return value(members["tooLong"])?.int64.map { .tooLong(maximum: Int($0)) }
  }

  private static func value(_ bytes: ArraySlice<UInt8>?) -> JSONValue? {
    bytes.flatMap { try? JSONValue(parsing: $0.span) }
  }
}

extension JSONValue {
  fileprivate var double: Double? {
    if case .number(let number) = self { Double(number.text) } else { nil }
  }
}
