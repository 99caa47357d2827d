import JSON

/// One line of a recording: what happened to which message, and when.
///
/// `{"at": 0.001234, "from": "client", "number": 3, "message": …}` is the client's third message as it came;
/// line ends between its tokens are blanks. What is no JSON is `"bytes"` in base64, a message that was too
/// long to be read is `"tooLong"` with the limit it broke, and bytes whose header was wrong are `"fault"`
/// with a word for what was wrong.
///
/// `{"at": …, "from": "server", "number": 3, "message": …}` answers it, or tells of it. A long reply is sent
/// in `"piece"`s and a `"lastPiece"`, strings that make the JSON together. `"begins": 0` says that a request
/// of a context begins to run, in a batch the item with that index: what runs together in several contexts
/// may be answered in another order. Its `"seed"` is what the uuids come from that it makes up. Without a
/// number something is said without being asked.
package struct RecordedEntry: Sendable {
  /// What happened.
  package enum Content: Sendable {
    /// The client sent something.
    case received(FramedMessage)
    /// The server sent the bytes of one message, without what frames it.
    case sent(ArraySlice<UInt8>)
    /// The server sent a part of a message.
    case sentPiece(ArraySlice<UInt8>, isLast: Bool)
    /// A request of a context began to run: the item of a batch, 0 for a message of its own.
    ///
    /// What it makes up comes from the seed; nil if it cannot make up anything.
    case begins(item: Int, seed: Int64?)
  }

  /// Seconds since the recording began.
  package var time: Double
  /// The client's message that it is, or belongs to; from 1.
  package var number: Int?
  /// What happened.
  package var content: Content

  /// Puts an entry together.
  package init(time: Double, number: Int?, content: Content) {
    self.time = time
    self.number = number
    self.content = content
  }

  fileprivate enum Side: String {
    case client
    case server
  }

  private var side: Side { if case .received = content { .client } else { .server } }
}

// MARK: - Writing

extension RecordedEntry {
  /// The line with its end.
  package var line: [UInt8] {
    var writer = JSONWriter(capacity: 64)
    writer.beginObject()
    writer.key("at")
    // Microseconds.
    writer.write((time * 1e6).rounded() / 1e6)
    writer.key("from")
    writer.write(side.rawValue)
    if let number {
      writer.key("number")
      writer.write(number)
    }
    writeContent(to: &writer)
    writer.endObject()
    writer.append("\n")
    return writer.bytes
  }

  private func writeContent(to writer: inout JSONWriter) {
    switch content {
    case .received(.message(let bytes)): Self.write(received: bytes, to: &writer)
    case .received(.tooLong(let maximum)):
      writer.key("tooLong")
      writer.write(maximum)
    case .received(.fault(let fault)):
      writer.key("fault")
      writer.write(fault.record)
    case .sent(let bytes): Self.write(message: bytes, to: &writer)
    case .sentPiece(let bytes, let isLast):
      writer.key(isLast ? "lastPiece" : "piece")
      writer.write(String(decoding: bytes, as: UTF8.self))
    case .begins(let item, let seed):
      writer.key("begins")
      writer.write(item)
      guard let seed else { return }
      writer.key("seed")
      writer.write(seed)
    }
  }

  /// Only what is JSON by itself may stand in a line of JSON.
  private static func write(received bytes: ArraySlice<UInt8>, to writer: inout JSONWriter) {
    if (try? JSONScanner.validate(bytes.span)) != nil { return write(message: bytes, to: &writer) }
    writer.key("bytes")
    writer.write(Base64.encode(Array(bytes).span))
  }

  private static func write(message bytes: ArraySlice<UInt8>, to writer: inout JSONWriter) {
    writer.key("message")
    writer.append(bytes)
    writer.blankLineEnds(last: bytes.count)
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
    guard let members = Self.members(line), let time = Self.value(members["at"])?.double,
      let word = Self.value(members["from"])?.string, let side = Side(rawValue: word)
    else { return nil }
    let number = Self.value(members["number"])?.int64.flatMap { Int(exactly: $0) }
    let content =
      switch side {
      // What it is, and what belongs to it, is found by its number.
      case .client: number.flatMap { _ in Self.received(members) }.map { Content.received($0) }
      case .server: Self.sent(members)
      }
    guard let content else { return nil }
    self.init(time: time, number: number, content: content)
  }

  /// The members' values; nil if it is no object, or says something twice.
  private static func members(_ line: ArraySlice<UInt8>) -> [String: ArraySlice<UInt8>]? {
    var members: [String: ArraySlice<UInt8>] = [:]
    var isRepeated = false
    let span = line.span
    // The line is one level around the message.
    var scanner = JSONScanner(maximumDepth: JSONScanner.maximumDepth + 1)
    var position = 0
    do throws(JSONError) {
      try scanner.begin(span, &position)
      try scanner.visitMembers(span, &position) { key, value in
        let start = line.startIndex
        let bytes = line[start + value.lowerBound..<start + value.upperBound]
        isRepeated = members.updateValue(bytes, forKey: key.text(span)) != nil || isRepeated
      }
      try scanner.end(span, &position)
    } catch {
      return nil
    }
    return isRepeated ? nil : members
  }

  private static func received(_ members: [String: ArraySlice<UInt8>]) -> FramedMessage? {
    if let message = members["message"] { return .message(message) }
    if let text = value(members["bytes"])?.string { return Base64.decode(text).map { .message($0[...]) } }
    if let fault = value(members["fault"]) { return FramingFault(record: fault).map { .fault($0) } }
    return value(members["tooLong"])?.int64.flatMap { Int(exactly: $0) }.map { .tooLong(maximum: $0) }
  }

  private static func sent(_ members: [String: ArraySlice<UInt8>]) -> Content? {
    if let message = members["message"] { return .sent(message) }
    if let item = value(members["begins"])?.int64.flatMap({ Int(exactly: $0) }) {
      return .begins(item: item, seed: value(members["seed"])?.int64)
    }
    for (name, isLast) in [("piece", false), ("lastPiece", true)] {
      if let text = value(members[name])?.string { return .sentPiece(Array(text.utf8)[...], isLast: isLast) }
    }
    return nil
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
