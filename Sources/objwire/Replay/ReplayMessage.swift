import JSON
import JSONRPC

/// One message of the client's, and the reply that it got.
struct ReplayMessage {
  /// A call in it, in order; nil for what is no request.
  struct Call {
    /// Nil for a notification.
    let id: RequestID?
    let method: String?
    /// What its place in the order depends on: the context it names.
    let lane: ReplayLane

    /// What its id is found by.
    var key: String { ReplayMessage.key(of: id ?? .null) }
  }

  let content: RecordedEntry.Content
  let calls: [Call]
  /// What its reply is found by; nil if it gets none.
  let replyKey: String?
  /// The recorded reply; nil if there was none.
  var reply: JSONValue?

  var bytes: ArraySlice<UInt8> { if case .message(let bytes) = content { bytes } else { [] } }

  /// Whether it is nothing but a `$/cancelRequest`.
  var isCancellation: Bool { calls.count == 1 && replyKey == nil && calls[0].method == "$/cancelRequest" }

  init(_ content: RecordedEntry.Content) {
    self.content = content
    guard case .message(let bytes) = content else {
      calls = []
      replyKey = Self.key([.null], isBatch: false)
      return
    }
    switch Message(bytes) {
    case .single(let envelope):
      calls = [Call(envelope)]
      replyKey = Self.replyID(envelope).map { Self.key([$0], isBatch: false) }
    case .batch(let envelopes):
      calls = envelopes.map(Call.init)
      let ids = envelopes.compactMap(Self.replyID)
      replyKey = ids.isEmpty ? nil : Self.key(ids, isBatch: true)
    }
  }

  /// Whether any of its calls runs in a context.
  var hasContextWork: Bool {
    calls.contains { call in if case .context = call.lane { true } else { false } }
  }

  /// Calls that are answered, in the order of a batch's reply.
  var answeredCalls: [Call] { calls.filter { $0.id != nil } }

  private static func replyID(_ envelope: Envelope) -> RequestID? {
    switch envelope {
    case .request(let id, _, _): id
    case .response: nil
    case .invalid(let id, _): id
    }
  }

  private static func key(_ ids: [RequestID], isBatch: Bool) -> String {
    let texts = ids.map(key(of:))
    return isBatch ? "[" + texts.joined(separator: ",") + "]" : texts[0]
  }

  /// The key of one id: 1 and 1.0 are two.
  static func key(of id: RequestID) -> String { (try? JSONValue(parsing: id.token.span))?.text ?? "null" }

  /// The key of a reply; nil for a notification of the server's.
  static func key(ofReply reply: JSONValue) -> String? {
    if let items = reply.array {
      return "[" + items.map { ($0["id"] ?? .null).text }.joined(separator: ",") + "]"
    }
    return reply["id"]?.text
  }
}

/// What decides which messages must stay in order.
enum ReplayLane: Hashable {
  /// Work of a context, by name.
  case context(String)
  /// What runs beside all contexts, one after the other.
  case inspection
  /// Runs on receipt.
  case none
  /// `shutdown` and `exit`: everything that was sent before is accepted first.
  case end
}

extension ReplayMessage.Call {
  fileprivate init(_ envelope: Envelope) {
    switch envelope {
    case .request(let id, let name, let params):
      let method = String(decoding: name, as: UTF8.self)
      self.init(id: id, method: method, lane: ReplayLane(method, params))
    case .response: self.init(id: nil, method: nil, lane: .none)
    case .invalid(let id, _): self.init(id: id, method: nil, lane: .none)
    }
  }
}
