import JSONRPC
import ObjectGraph

/// What one request runs on.
package final class RequestEnvironment {
  let server: Server
  /// Raised by `$/cancelRequest`.
  let cancellation: Cancellation
  /// As they came.
  let params: RawParams
  /// False for a notification, of which the client hears nothing.
  let isAnswered: Bool
  /// The client's message that it came with.
  let messageNumber: Int?
  /// Nil for methods of no context, which touch no objects.
  private let workContext: ManagedObjectContext?
  /// Saves of this request; told to others after its reply.
  private(set) var notices: [CommitNotice] = []
  /// Where made-up uuids come from.
  var madeUpTexts = MadeUpTexts()
  /// Set by a request that ends its context.
  var closesContext = false

  /// - Parameter context: the context at work, on its own queue.
  init(server: Server, job: Job, context: ManagedObjectContext? = nil) {
    self.server = server
    cancellation = job.cancellation
    params = job.params
    isAnswered = job.ticket.reply.id != nil
    messageNumber = job.ticket.reply.place?.number
    workContext = context
  }

  /// For a method that is run on receipt, which nobody can cancel or wait for.
  init(server: Server, _ request: IncomingRequest) {
    self.server = server
    cancellation = Cancellation()
    params = request.params
    isAnswered = request.reply.id != nil
    messageNumber = request.reply.place?.number
    workContext = nil
  }

  /// The context the request named.
  ///
  /// - Throws: `internal` for a method that declares itself `control` or `inspect` and wants objects all the
  ///   same.
  func context() throws(RPCError) -> ManagedObjectContext {
    guard let workContext else { throw .internalError }
    return workContext
  }

  /// Notes a save, so that it is told after the reply.
  func note(_ result: SaveResult) {
    if let notice = result.notice { notices.append(notice) }
  }
}
