import Dispatch
import JSON
import JSONRPC
import ObjectGraph

/// Decides the order of work, and nothing else: methods of the connection run on receipt, those that look at
/// the server on a queue of their own, all others in the order received on the queue of the context they
/// name.
///
/// Used by the reader's thread alone. Requests of one chunk that go to one context are handed over together,
/// since a queue hop costs more than a short request.
final class Router {
  private let server: Server
  private var intake: Intake
  /// Requests of the chunk at hand by context, in order of first use.
  private var handovers: [(context: PooledContext, jobs: [Job])] = []

  init(server: Server) {
    self.server = server
    intake = Intake(outbox: server.outbox) { RequestWatch($0, at: server) }
  }

  /// The number of the next message; see `MessagePlace`.
  var nextNumber: Int { intake.acceptedCount + 1 }

  /// Takes the messages of one chunk.
  ///
  /// Returns when they are answered or queued, and past the queue's limit only when there is room again.
  func receive(_ messages: [FramedMessage]) {
    server.outbox.hold()
    for message in messages where !server.lifeCycle.hasEnded {
      intake.accept(message) { request in
        route(request)
      }
    }
    handOver()
    // Replies of this thread must not wait for whoever else holds the outbox.
    server.outbox.flush()
    server.outbox.release()
    server.queueGauge.waitForRoom()
  }

  private func route(_ request: IncomingRequest) {
    let method = server.table.find(request.method)
    if let error = server.lifeCycle.refusal(of: method?.name) { return request.reply.fail(error) }
    guard let method else { return request.reply.fail(server.table.notFound(request.method)) }
    switch method.effect {
    case .control: run(method, request)
    case .inspect: server.inspector.handOver(makeJob(method, request))
    case .read, .write: enqueue(method, request)
    }
  }

  private func run(_ method: MethodTable<RequestEnvironment>.Entry, _ request: IncomingRequest) {
    let environment = RequestEnvironment(server: server, request)
    request.reply.succeed { writer throws(RPCError) in
      try method.respond(request.params, environment, &writer)
    }
  }

  private func enqueue(_ method: MethodTable<RequestEnvironment>.Entry, _ request: IncomingRequest) {
    let context: PooledContext
    do throws(RPCError) {
      context = try self.context(of: request.params)
    } catch {
      return request.reply.fail(error)
    }
    let job = makeJob(method, request)
    if let index = handovers.firstIndex(where: { $0.context === context }) {
      handovers[index].jobs.append(job)
    } else {
      handovers.append((context, [job]))
    }
  }

  private func makeJob(_ method: MethodTable<RequestEnvironment>.Entry, _ request: IncomingRequest) -> Job {
    let cancellation = Cancellation()
    let ticket = server.inFlight.admit(request.reply) { cancellation.cancel() }
    return Job(method: method, params: request.params.detached, ticket: ticket, cancellation: cancellation)
  }

  /// The context that the params name.
  private func context(of params: RawParams) throws(RPCError) -> PooledContext {
    let name = params.contextName
    guard let context = server.pool[name] else { throw Faults.unknownContext(name, server.pool) }
    return context
  }

  private func handOver() {
    for (context, jobs) in handovers { server.jobRunner.handOver(jobs, to: context) }
    handovers.removeAll(keepingCapacity: true)
  }
}
