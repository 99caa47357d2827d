package import JSON

extension RPCError {
  /// The message is not JSON.
  package static func parse(_ error: JSONError) -> RPCError {
    RPCError(.parse, "Not valid JSON: \(error).", details: ["offset": .integer(Int64(error.offset))])
  }

  /// The message is JSON but no request; `reason` is a sentence.
  package static func invalidRequest(_ reason: String) -> RPCError {
    RPCError(.invalidRequest, reason)
  }

  /// A message names one of its members twice.
  package static func duplicateKey(_ name: String) -> RPCError {
    invalidRequest("Duplicate key: a message has \"\(name)\" once.")
  }

  /// No method has this name; `nearest` are known names like it.
  package static func methodNotFound(_ name: String, nearest: String?) -> RPCError {
    var details: JSONObject = ["method": .string(name)]
    if let nearest { details["nearest"] = .string(nearest) }
    let hint = nearest.map { " Did you mean \"\($0)\"?" } ?? ""
    return RPCError(.methodNotFound, "There is no method \"\(name)\".\(hint)", details: details)
  }

  /// The params do not have the method's shape.
  package static func invalidParams(_ error: WireError) -> RPCError {
    var details: JSONObject = ["pointer": .string(error.pointer())]
    switch error.reason {
    case .expected(let description): details["expected"] = .string(description)
    case .missing(let name): details["expected"] = .string("a member \"\(name)\"")
    case .unknown(_, let nearest?): details["nearest"] = .string(nearest)
    case .unknown, .duplicate, .malformed: break
    }
    return RPCError(.invalidParams, error.message, details: details)
  }

  /// The params contradict each other or fall outside what a shape can say; `pointer` is a JSON Pointer.
  package static func invalidParams(
    at pointer: String, _ message: String, expected: String? = nil
  ) -> RPCError {
    var details: JSONObject = ["pointer": .string(pointer)]
    if let expected { details["expected"] = .string(expected) }
    return RPCError(.invalidParams, message, details: details)
  }

  /// Something is larger than the server takes; `limit` names it.
  package static func limitExceeded(_ limit: String, maximum: Int, _ message: String) -> RPCError {
    RPCError(
      .limitExceeded, message, details: ["limit": .string(limit), "maximum": .integer(Int64(maximum))])
  }

  /// A value would pass a limit; the message itself is not too large.
  package static func limitExceeded(inParams limit: String, maximum: Int, _ message: String) -> RPCError {
    RPCError(
      code: ErrorKind.invalidParams.code, kind: ErrorKind.limitExceeded.name, message: message,
      details: ["limit": .string(limit), "maximum": .integer(Int64(maximum))])
  }

  /// The client cancelled the request.
  package static let cancelled = RPCError(.cancelled, "The request was cancelled.")

  /// The server is at fault; details go to its log, not to the client.
  package static let internalError = RPCError(.internalError, "Internal error.")
}
