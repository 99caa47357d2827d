import JSONRPC
import ObjectGraph

/// One request on its way through the queue of its context.
struct Job: Sendable {
  let method: MethodTable<RequestEnvironment>.Entry
  let params: RawParams
  let ticket: Ticket
  /// Raised by `$/cancelRequest`.
  let cancellation: Cancellation

  /// Whether it takes microseconds and changes nothing.
  var isLookup: Bool { method.isQuick && method.effect == .read }

  /// Bytes that a request costs beside its text: job, ticket, reply, cancellation and the places that list
  /// them.
  ///
  /// Measured as about 400 for a request without params, and rounded up.
  static let overhead = 512

  /// Bytes it holds while it waits.
  var size: Int { Self.overhead + (params.bytes?.count ?? 0) + (ticket.reply.id?.token.count ?? 0) }
}
