import JSON

/// The members of one message that JSON-RPC gives a meaning, each at most once; others are ignored.
struct EnvelopeMembers {
  private let bytes: ArraySlice<UInt8>
  private let members: Members

  /// What was found; ranges are offsets from the start of `bytes`.
  private struct Members {
    var version: Range<Int>?
    var id = IDMember.absent
    var method: Range<Int>?
    var params: ScannedParams?
    /// Whether there is a result or an error.
    var hasOutcome = false
    /// The first name that came a second time.
    var repeated: String?

    /// Takes a member's value, unless it has one: then its name is noted.
    static func fill<Value>(
      _ member: inout Value?, _ name: String, with value: Value, _ repeated: inout String?
    ) {
      if member == nil { member = value } else { repeated = repeated ?? name }
    }
  }

  private enum IDMember {
    case absent
    case valid(RequestID)
    /// Neither string, number nor null.
    case invalid
    /// Named twice, so that nobody knows which one is meant.
    case repeated

    var isAbsent: Bool {
      if case .absent = self { true } else { false }
    }
  }

  /// Scans the object at `position`, an offset from the start of `bytes`.
  init(
    _ bytes: ArraySlice<UInt8>, _ scanner: inout JSONScanner, _ position: inout Int
  ) throws(JSONError) {
    let span = bytes.span
    var members = Members()
    try scanner.readMembers(span, &position) { (scanner, key, position) throws(JSONError) in
      if key.equals("params", span) {
        let params = try ScannedParams(span, &scanner, &position)
        Members.fill(&members.params, "params", with: params, &members.repeated)
        return
      }
      let start = position
      try scanner.skipValue(span, &position)
      let range = start..<position
      if key.equals("jsonrpc", span) {
        Members.fill(&members.version, "jsonrpc", with: range, &members.repeated)
      } else if key.equals("id", span) {
        let id = RequestID(validating: bytes.part(range)).map { IDMember.valid($0) } ?? .invalid
        members.id = members.id.isAbsent ? id : .repeated
      } else if key.equals("method", span) {
        Members.fill(&members.method, "method", with: range, &members.repeated)
      } else if key.equals("result", span) || key.equals("error", span) {
        members.hasOutcome = true
      }
    }
    self.bytes = bytes
    self.members = members
  }

  /// Params as they were passed, with the members found on the way.
  private struct ScannedParams {
    var range: Range<Int>
    var members: [RawMember] = []

    init(_ span: Span<UInt8>, _ scanner: inout JSONScanner, _ position: inout Int) throws(JSONError) {
      let start = position
      var members: [RawMember] = []
      if position < span.count, span[position] == UInt8(ascii: "{") {
        try scanner.visitMembers(span, &position) { key, value in
          members.append(RawMember(key, value, from: start))
        }
      } else {
        try scanner.skipValue(span, &position)
      }
      range = start..<position
      self.members = members
    }
  }

  var envelope: Envelope {
    if members.hasOutcome, members.method == nil { return .response }
    switch members.id {
    case .absent: return request(nil)
    case .valid(let id): return request(id)
    case .invalid:
      return .invalid(id: .null, .invalidRequest("\"id\" must be a string, a number or null."))
    case .repeated:
      return .invalid(id: .null, .duplicateKey("id"))
    }
  }

  /// A request with this id, a notification without one.
  private func request(_ id: RequestID?) -> Envelope {
    if let name = members.repeated { return .invalid(id: id ?? .null, .duplicateKey(name)) }
    guard text(members.version)?.elementsEqual(Self.version) == true else {
      return .invalid(id: id ?? .null, .invalidRequest("\"jsonrpc\" must be \"2.0\"."))
    }
    guard let name = text(members.method) else {
      return .invalid(id: id ?? .null, .invalidRequest("\"method\" must be a string."))
    }
    return .request(id: id, method: name, params: rawParams)
  }

  /// The text of a string, unescaped; nil if it is none.
  private func text(_ range: Range<Int>?) -> ArraySlice<UInt8>? {
    guard let quoted = range.map({ bytes.part($0) }), quoted.first == UInt8(ascii: "\"") else { return nil }
    guard quoted.contains(UInt8(ascii: "\\")) else { return quoted.dropFirst().dropLast() }
    var reader = WireReader(quoted)
    return (try? reader.readString()).map { Array($0.utf8)[...] }
  }

  private var rawParams: RawParams {
    guard let params = members.params else { return .none }
    let text = bytes.part(params.range)
    return text.first == UInt8(ascii: "n") ? .none : RawParams(text, members: params.members)
  }

  private static let version: [UInt8] = Array("2.0".utf8)
}

extension ArraySlice<UInt8> {
  /// The bytes of a range that counts from the first one.
  fileprivate func part(_ range: Range<Int>) -> ArraySlice<UInt8> {
    self[startIndex + range.lowerBound..<startIndex + range.upperBound]
  }
}
