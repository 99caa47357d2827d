import JSON

/// A block of headers before each message, `Content-Length` among them; line ends CR LF or LF.
///
/// Memory is taken as bytes arrive, not as they are announced. After anything that is wrong the next line
/// that ends in `Content-Length: …` begins a block, even inside of a message that was announced as longer
/// (`LengthFieldSearch`).
///
/// Source: LSP 3.17, base protocol.
package struct HeaderFramer: Framer {
  private enum Place {
    case header
    /// In a message of which so many bytes are still to come.
    case message(remaining: Int)
    /// In bytes that are dropped; `.max` is until the next header.
    case dropped(remaining: Int)
  }

  private let maximum: Int
  private var place = Place.header

  /// The header at hand, and its line whose end has not come yet.
  private var block = HeaderBlock()
  private var line: [UInt8] = []

  /// The message at hand as far as it has come, and its announced length.
  private var body: [UInt8] = []
  private var length = 0
  private var search = LengthFieldSearch()

  /// - Parameter maximum: bytes of a message at most.
  package init(maximum: Int = LineFramer.defaultMaximum) {
    self.maximum = maximum
  }

  package var framing: MessageFraming { .header }

  package mutating func receive(_ chunk: [UInt8], into messages: inout [FramedMessage]) {
    var rest = chunk[...]
    while !rest.isEmpty {
      switch place {
      case .header: readLine(&rest, &messages)
      case .message(let remaining): readMessage(remaining, &rest, &messages)
      case .dropped(let remaining): drop(remaining, &rest)
      }
    }
  }

  package mutating func finish(into messages: inout [FramedMessage]) {
    switch place {
    case .header:
      if !line.isEmpty { take(line[...], &messages) }
      if !block.isEmpty { messages.append(.fault(.headerCutOff)) }
    case .message(let remaining):
      messages.append(.fault(.cutOff(length: length, offset: length - remaining)))
    case .dropped: break
    }
  }
}

// MARK: - Headers

extension HeaderFramer {
  private mutating func readLine(_ rest: inout ArraySlice<UInt8>, _ messages: inout [FramedMessage]) {
    let end = HeaderText.lineFeed(in: rest)
    let piece = rest[..<(end ?? rest.endIndex)]
    let room = HeaderBlock.maximumLength - block.count - line.count
    if piece.count > room {
      messages.append(.fault(faultOfLongLine(line + piece.prefix(max(0, room)))))
      dropFromLine()
      return
    }
    line.append(contentsOf: piece)
    rest = end.map { rest[($0 + 1)...] } ?? []
    guard end != nil else { return }
    let whole = line
    line = []
    take(whole[...], &messages)
  }

  /// The fault of a header that is too long, or of a line that is none anyway.
  private func faultOfLongLine(_ beginning: [UInt8]) -> FramingFault {
    if block.isEmpty, HeaderLine.opening(of: beginning[...]) == .other { return Self.stray(beginning[...]) }
    return .headerTooLong(maximum: HeaderBlock.maximumLength)
  }

  /// Drops the line at hand and what follows it, up to the next header, which may end this line.
  private mutating func dropFromLine() {
    let start = line
    beginDropping(.max)
    _ = search.find(in: start[...])
  }

  private static func stray(_ line: ArraySlice<UInt8>) -> FramingFault {
    .strayBytes(beginWithByteOrderMark: ByteOrderMark.begins(line))
  }

  /// Takes a line without its line feed.
  private mutating func take(_ line: ArraySlice<UInt8>, _ messages: inout [FramedMessage]) {
    if line.allSatisfy(HeaderText.isBlank) {
      if !block.isEmpty { finishBlock(&messages) }
    } else if !block.take(line) {
      messages.append(.fault(Self.stray(line)))
      if let field = LengthFieldSearch.field(atEndOf: line) {
        beginBlock(with: field)
      } else {
        beginDropping(.max)
      }
    }
  }

  private mutating func finishBlock(_ messages: inout [FramedMessage]) {
    switch block.announcement {
    case .length(0):
      messages.append(.message([]))
      beginHeader()
    case .length(let length) where length > maximum:
      messages.append(.tooLong(maximum: maximum))
      beginDropping(length)
    case .length(let length):
      self.length = length
      place = .message(remaining: length)
    case .fault(let fault, let length):
      messages.append(.fault(fault))
      beginDropping(length ?? .max)
    }
    block = HeaderBlock()
  }

  private mutating func beginHeader() {
    // Where a length was too large by a few bytes these are the beginning of the next header.
    line = search.beginningOfHeader() ?? []
    search = LengthFieldSearch()
    body = []
    place = .header
  }

  /// Goes on after the line of a Content-Length that was found where none was expected.
  private mutating func beginBlock(with field: ArraySlice<UInt8>) {
    search = LengthFieldSearch()
    beginHeader()
    block = HeaderBlock()
    _ = block.take(field)
  }
}

// MARK: - Messages

extension HeaderFramer {
  private mutating func readMessage(
    _ remaining: Int, _ rest: inout ArraySlice<UInt8>, _ messages: inout [FramedMessage]
  ) {
    let piece = rest.prefix(remaining)
    if let found = search.find(in: piece) {
      let offset = body.count + found.lineFeed - piece.startIndex - found.field.count
      messages.append(.fault(.overlap(length: length, offset: offset)))
      rest = rest[(found.lineFeed + 1)...]
      beginBlock(with: found.field[...])
      return
    }
    rest = rest[piece.endIndex...]
    if piece.count < remaining {
      keep(piece)
      place = .message(remaining: remaining - piece.count)
    } else if body.isEmpty {
      messages.append(.message(piece))
      beginHeader()
    } else {
      keep(piece)
      messages.append(.message(body[...]))
      beginHeader()
    }
  }

  /// Twice the room whenever there is too little, and never more than the message has.
  private mutating func keep(_ piece: ArraySlice<UInt8>) {
    let count = body.count + piece.count
    if count > body.capacity { body.reserveCapacity(min(length, max(count, 2 * body.count))) }
    body.append(contentsOf: piece)
  }

  private mutating func beginDropping(_ length: Int) {
    block = HeaderBlock()
    line = []
    if length == 0 { beginHeader() } else { place = .dropped(remaining: length) }
  }

  private mutating func drop(_ remaining: Int, _ rest: inout ArraySlice<UInt8>) {
    let piece = rest.prefix(remaining)
    if let found = search.find(in: piece) {
      rest = rest[(found.lineFeed + 1)...]
      beginBlock(with: found.field[...])
      return
    }
    rest = rest[piece.endIndex...]
    if remaining == piece.count {
      beginHeader()
    } else if remaining != .max {
      place = .dropped(remaining: remaining - piece.count)
    }
  }
}
