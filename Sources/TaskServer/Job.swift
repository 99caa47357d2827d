import JSONRPC
import ObjectGraph

/// One request on its way through the queue of its context.
struct Job: Sendable {
  let method: MethodTable<RequestEnvironment>.Entry
  let params: RawParams
  let ticket: Ticket
  /// Raised by `$/cancelRequest`.
  let cancellation: Cancellation
  /// Bytes it holds while it waits.
  let size: Int
}
