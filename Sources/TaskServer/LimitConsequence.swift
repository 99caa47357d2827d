package import JSONRPC

/// What happens beyond a limit.
package enum LimitConsequence: Hashable, Sendable {
  /// The request, or the message, is answered with an error of this kind and its usual code.
  case error(ErrorKind)
  /// `limit.exceeded` with the code of params: the message itself is not too large.
  case exceededInParams
  /// No error: something else happens, in words.
  case effect(String)

  /// The kind and the code of the error; nil if there is none.
  package var error: (kind: ErrorKind, code: Int)? {
    switch self {
    case .error(let kind): (kind, kind.code)
    case .exceededInParams: (.limitExceeded, ErrorKind.invalidParams.code)
    case .effect: nil
    }
  }

  /// For the manual: "`limit.exceeded` (-32600)".
  var words: String {
    if case .effect(let words) = self { return words }
    return error.map { "`\($0.kind.name)` (\($0.code))" } ?? ""
  }
}
