/// One kind of failure: a row of the table that protocol.md prints and `RPCError` is made from.
package struct ErrorKind: Hashable, Sendable {
  /// The value of `error.data.kind`.
  package let name: String

  /// The usual `error.code`.
  package let code: Int

  /// When it happens and what a client can do.
  package let meaning: String

  /// The other members of `error.data`.
  package let members: [String]

  package init(_ name: String, code: Int, _ meaning: String, members: [String] = []) {
    self.name = name
    self.code = code
    self.meaning = meaning
    self.members = members
  }
}

extension ErrorKind {
  /// The kinds every JSON-RPC server needs, in the order they are printed.
  package static let standard: [ErrorKind] = [
    parse, invalidRequest, methodNotFound, invalidParams, limitExceeded, cancelled, internalError,
  ]

  /// Source: JSON-RPC 2.0 §5.1, −32700.
  package static let parse = ErrorKind(
    "parse", code: -32700, "The message is not valid JSON; nothing of it was executed.",
    members: ["offset"])

  /// Source: JSON-RPC 2.0 §5.1, −32600.
  package static let invalidRequest = ErrorKind(
    "invalidRequest", code: -32600, "The message is JSON but no request, or none that can be taken now.")

  /// Source: JSON-RPC 2.0 §5.1, −32601.
  package static let methodNotFound = ErrorKind(
    "methodNotFound", code: -32601, "No method has this name.", members: ["method", "nearest"])

  /// Source: JSON-RPC 2.0 §5.1, −32602.
  package static let invalidParams = ErrorKind(
    "invalidParams", code: -32602, "The params do not have the method's shape.",
    members: ["pointer", "expected", "nearest", "supported"])

  /// A limit of the manual was passed.
  package static let limitExceeded = ErrorKind(
    "limit.exceeded", code: -32600,
    "Something is larger than the server takes. The code is −32602 where it is a value in params.",
    members: ["limit", "maximum", "pointer", "range"])

  /// Source: LSP 3.17 RequestCancelled, −32800.
  package static let cancelled = ErrorKind(
    "cancelled", code: -32800,
    "The client cancelled the request, or the server ended first.")

  /// Source: JSON-RPC 2.0 §5.1, −32603.
  package static let internalError = ErrorKind(
    "internal", code: -32603, "The server is at fault; its log says more.")
}
