import JSON
package import JSONRPC

extension RawParams {
  /// The name of the context that a request of one runs in; a value of another type is left to the method's
  /// own check.
  package var contextName: String {
    guard var reader = member("context")?.reader, reader.peek() == .string else {
      return ContextPool.viewName
    }
    return (try? reader.readString()) ?? ContextPool.viewName
  }
}
