import JSON

/// The members of one message that JSON-RPC gives a meaning; others are ignored.
struct EnvelopeMembers {
  private let bytes: ArraySlice<UInt8>
  private var version: Range<Int>?
  private var id: Range<Int>?
  private var method: Range<Int>?
  private var params: ScannedParams?
  private var isReply = false

  /// Scans the object at `position`, an offset from the start of `bytes`.
  init(
    _ bytes: ArraySlice<UInt8>, _ scanner: inout JSONScanner, _ position: inout Int
  ) throws(JSONError) {
    self.bytes = bytes
    let span = bytes.span
    var (version, id, method) = (Range<Int>?.none, Range<Int>?.none, Range<Int>?.none)
    var params: ScannedParams?
    var isReply = false
    try scanner.readMembers(span, &position) { (scanner, key, position) throws(JSONError) in
      if key.equals("params", span) {
        params = try ScannedParams(span, &scanner, &position)
        return
      }
      let start = position
      try scanner.skipValue(span, &position)
      let range = start..<position
      if key.equals("jsonrpc", span) {
        version = range
      } else if key.equals("id", span) {
        id = range
      } else if key.equals("method", span) {
        method = range
      } else if key.equals("result", span) || key.equals("error", span) {
        isReply = true
      }
    }
    (self.version, self.id, self.method, self.params) = (version, id, method, params)
    self.isReply = isReply
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
    if isReply, method == nil { return .response }
    let requestID = id.map { RequestID(validating: text($0)) }
    if case .some(.none) = requestID {
      return .invalid(id: .null, .invalidRequest("\"id\" must be a string, a number or null."))
    }
    let readableID = requestID ?? nil
    guard let version, text(version).elementsEqual(Self.versionToken) else {
      return .invalid(id: readableID ?? .null, .invalidRequest("\"jsonrpc\" must be \"2.0\"."))
    }
    guard let name = methodName else {
      return .invalid(id: readableID ?? .null, .invalidRequest("\"method\" must be a string."))
    }
    return .request(id: readableID, method: name, params: rawParams)
  }

  private var methodName: ArraySlice<UInt8>? {
    guard let method, bytes[bytes.startIndex + method.lowerBound] == UInt8(ascii: "\"") else { return nil }
    let quoted = text(method)
    guard quoted.contains(UInt8(ascii: "\\")) else { return quoted.dropFirst().dropLast() }
    var reader = WireReader(quoted)
    return (try? reader.readString()).map { Array($0.utf8)[...] }
  }

  private var rawParams: RawParams {
    guard let params, bytes[bytes.startIndex + params.range.lowerBound] != UInt8(ascii: "n") else {
      return .none
    }
    return RawParams(text(params.range), members: params.members)
  }

  private func text(_ range: Range<Int>) -> ArraySlice<UInt8> {
    bytes[bytes.startIndex + range.lowerBound..<bytes.startIndex + range.upperBound]
  }

  private static let versionToken: [UInt8] = Array("\"2.0\"".utf8)
}
