import Dispatch
import JSONRPC
import ObjectGraph

/// Runs jobs on the queue of their context, answers them, and tells others of their saves.
struct JobRunner: Sendable {
  unowned let server: Server

  /// Queues jobs of one context.
  func handOver(_ jobs: [Job], to pooled: PooledContext) {
    let server = server
    server.queueGauge.add(jobs.reduce(0) { $0 + $1.size })
    pooled.note { $0.queuedJobs += jobs.count }
    server.openWork.enter()
    pooled.worker.perform { context in
      JobRunner(server: server).run(jobs, pooled, context)
      server.openWork.leave()
    }
  }

  private func run(_ jobs: [Job], _ pooled: PooledContext, _ context: ManagedObjectContext) {
    for job in jobs {
      // Replies to quick requests may gather; nothing gathered waits for a long request.
      if job.method.isQuick { server.outbox.hold() } else { server.outbox.flush() }
      run(job, pooled, context)
      if job.method.isQuick { server.outbox.release(flushing: false) }
      server.queueGauge.remove(job.size)
    }
    server.outbox.flush()
  }

  private func run(_ job: Job, _ pooled: PooledContext, _ context: ManagedObjectContext) {
    let environment = RequestEnvironment(
      server: server, cancellation: job.cancellation, context: context, requestID: job.ticket.reply.id)
    context.cancellation = job.cancellation
    job.ticket.run { reply in
      guard !pooled.current.isClosed else {
        return reply.fail(Faults.unknownContext(pooled.name, server.pool))
      }
      let changesObjects = job.method.effect == .write
      reply.succeed { writer throws(RPCError) in
        defer { if changesObjects { note(environment, pooled, context) } }
        try job.method.respond(job.params, environment, &writer)
      }
      for notice in environment.notices {
        reply.afterSending { [server] in server.announce(notice, of: pooled.name) }
      }
    }
    pooled.note { $0.queuedJobs -= 1 }
  }

  /// Publishes what others may know of the context, before the reply lets anybody ask.
  private func note(
    _ environment: RequestEnvironment, _ pooled: PooledContext, _ context: ManagedObjectContext
  ) {
    let counts = context.changeCounts
    pooled.note { state in
      state.counts = counts
      state.isClosed = environment.closesContext
    }
    if environment.closesContext { server.pool.remove(pooled) }
  }
}
