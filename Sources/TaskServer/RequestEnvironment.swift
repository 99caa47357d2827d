import JSONRPC
import ObjectGraph

/// What one request runs on.
package final class RequestEnvironment {
  let server: Server
  /// Nil for methods of the connection, which run on receipt and touch no objects.
  private let work: Work?
  /// Saves of this request; told to others after its reply.
  private(set) var notices: [CommitNotice] = []
  /// Set by a request that ends its context.
  var closesContext = false

  /// A context at work: only its own queue holds one.
  struct Work {
    let pooled: PooledContext
    let context: ManagedObjectContext
  }

  init(server: Server, work: Work? = nil) {
    self.server = server
    self.work = work
  }

  /// The context the request named.
  ///
  /// - Throws: `internal` for a method that declares itself `control` and wants objects all the same.
  func context() throws(RPCError) -> ManagedObjectContext { try currentWork().context }

  /// The pool's side of the context.
  func pooledContext() throws(RPCError) -> PooledContext { try currentWork().pooled }

  /// Notes a save, so that it is told after the reply.
  func note(_ result: SaveResult) {
    if let notice = result.notice { notices.append(notice) }
  }

  private func currentWork() throws(RPCError) -> Work {
    guard let work else { throw .internalError }
    return work
  }
}
