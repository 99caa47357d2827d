import JSON
import JSONRPC
import TaskServer

/// One call of the client's, a message of its own or an item of a batch, and what the recording says of it.
struct ReplayCall {
  /// What decides when a call takes effect.
  enum Kind: Hashable {
    /// Work of a context, by name: when it begins.
    case context(String)
    /// Looks at the server from beside all contexts.
    case inspection
    case onReceipt
    /// `shutdown` and `exit`: on receipt, and everything that was sent before is accepted.
    case end
  }

  /// As a message of its own.
  let content: FramedMessage
  let place: MessagePlace
  /// Nil for a notification, and for what is no request.
  let id: RequestID?
  let method: String?
  let kind: Kind
  /// Whether it has a reply, errors included.
  let isAnswered: Bool
  /// What its partial results are known by.
  let partialResultToken: JSONValue?

  /// The entry in which it was received.
  let receipt: Int
  /// The entry with which it began to run; nil if it is no work of a context, or never ran.
  var beginning: Int?
  /// What the uuids come from that it made up.
  var seed: Int64?
  /// The entry of its own reply, else one that it comes after.
  var answer: Int?
  /// The recorded reply; nil if there was none.
  var reply: JSONValue?
  /// Recorded results that came ahead of the reply.
  var pieces: [JSONValue] = []
  /// Whether no context was at work meanwhile, for what is no work of a context.
  var isAlone = true

  /// The entry at which it took effect; nil if it did nothing.
  var position: Int? {
    switch kind {
    case .context: beginning ?? (reply == nil ? nil : answer ?? receipt)
    // Nothing keeps one waiting here until it is cancelled.
    case .inspection: reply == nil || isCancelled ? nil : answer ?? receipt
    case .onReceipt, .end: isSilent ? nil : answer ?? receipt
    }
  }

  var bytes: ArraySlice<UInt8> { if case .message(let bytes) = content { bytes } else { [] } }

  var isFault: Bool { if case .fault = content { true } else { false } }

  /// Whether the reply says that it was cancelled.
  var isCancelled: Bool { reply?["error"]?["code"]?.int64 == Int64(ErrorKind.cancelled.code) }

  /// Whether it did nothing by itself: a cancellation goes with the request that it ended, or came too late.
  ///
  /// A fault that was not answered was the rest of another one.
  private var isSilent: Bool {
    isFault ? reply == nil : method == "$/cancelRequest" && !isAnswered
  }
}

// MARK: - Reading

extension ReplayCall {
  /// The calls of a message, in order.
  static func calls(in content: FramedMessage, number: Int, receipt: Int) -> (
    calls: [ReplayCall], isBatch: Bool
  ) {
    guard case .message(let bytes) = content, case .batch(let envelopes) = Message(bytes) else {
      return ([ReplayCall(content, MessagePlace(number: number), receipt)], false)
    }
    let items = zip(elements(of: bytes), envelopes.indices)
    return (
      items.map { bytes, item in
        // In a batch an array is as wrong as any other value that is no object.
        let isBatch = bytes.first == UInt8(ascii: "[")
        return ReplayCall(
          .message(isBatch ? [UInt8(ascii: "0")] : bytes), MessagePlace(number: number, item: item), receipt)
      }, true
    )
  }

  private init(_ content: FramedMessage, _ place: MessagePlace, _ receipt: Int) {
    self.content = content
    self.place = place
    self.receipt = receipt
    guard case .message(let bytes) = content,
      case .single(.request(let id, let name, let params)) = Message(bytes)
    else {
      id = nil
      method = nil
      kind = .onReceipt
      partialResultToken = nil
      isAnswered = Self.isAnswered(content)
      return
    }
    let method = String(decoding: name, as: UTF8.self)
    self.id = id
    self.method = method
    kind = Kind(method, params)
    isAnswered = id != nil
    partialResultToken = params.member("partialResultToken").flatMap {
      try? JSONValue(parsing: $0.bytes.span)
    }
  }

  /// Whether what is no request gets an error: a reply gets none, nor does a fault always.
  private static func isAnswered(_ content: FramedMessage) -> Bool {
    switch content {
    case .message(let bytes): if case .single(.response) = Message(bytes) { false } else { true }
    case .tooLong: true
    case .fault: false
    }
  }

  private static func elements(of bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var elements: [ArraySlice<UInt8>] = []
    let span = bytes.span
    var scanner = JSONScanner()
    var position = 0
    do throws(JSONError) {
      try scanner.begin(span, &position)
      try scanner.visitElements(span, &position) { range in
        elements.append(bytes[bytes.startIndex + range.lowerBound..<bytes.startIndex + range.upperBound])
      }
    } catch {
      return []
    }
    return elements
  }
}

extension ReplayCall.Kind {
  /// The kind of a request.
  init(_ method: String, _ params: RawParams) {
    switch Self.effects[method] {
    case .control where method == "shutdown" || method == "exit": self = .end
    case .control, nil: self = .onReceipt
    case .inspect: self = .inspection
    case .read, .write: self = .context(params.contextName)
    }
  }

  private static let effects = Dictionary(
    uniqueKeysWithValues: Manual.description.methods.map { ($0.name, $0.effect) })
}
