import Dispatch
import JSONRPC

/// Runs requests that look at the server and its store from beside every context, one after the other.
struct Inspector: Sendable {
  unowned let server: Server

  /// Queues one job.
  func handOver(_ job: Job) {
    let server = server
    server.queueGauge.add(job.size)
    server.openWork.enter()
    server.inspections.async {
      let environment = RequestEnvironment(server: server, job: job)
      job.ticket.run { reply in
        reply.succeed { writer throws(RPCError) in
          try job.method.respond(job.params, environment, &writer)
        }
      }
      server.outbox.flush()
      server.queueGauge.remove(job.size)
      server.openWork.leave()
    }
  }
}
