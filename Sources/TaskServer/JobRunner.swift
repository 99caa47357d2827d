import Dispatch
import JSONRPC
import ObjectGraph

/// Runs jobs on the queue of their context, answers them, and tells others of their saves.
struct JobRunner: Sendable {
  unowned let server: Server

  /// Queues jobs of one context.
  ///
  /// Lookups for a context with nothing to do are answered on this thread: they take less than half of what
  /// it takes to wake another one.
  func handOver(_ jobs: [Job], to pooled: PooledContext) {
    let server = server
    server.queueGauge.add(jobs.reduce(0) { $0 + $1.size })
    let isIdle = pooled.note { state in
      defer { state.queuedJobs += jobs.count }
      return state.queuedJobs == 0
    }
    // The reader's thread must not wait for another context's turn.
    if isIdle, !server.turns.areNeeded, jobs.allSatisfy(\.isLookup) {
      return pooled.worker.performAndWait { context in run(jobs, pooled, context) }
    }
    server.openWork.enter()
    pooled.worker.perform { context in
      JobRunner(server: server).run(jobs, pooled, context)
      server.openWork.leave()
    }
  }

  private func run(_ jobs: [Job], _ pooled: PooledContext, _ context: ManagedObjectContext) {
    var rest = jobs[...]
    while let first = rest.first {
      let lookups = rest.prefix(while: \.isLookup)
      if lookups.isEmpty {
        // Nothing gathered waits for a long request.
        server.outbox.flush()
        server.turns.take(first.method.effect) { run(first, pooled, context) }
        rest.removeFirst()
      } else {
        server.turns.take(.read) {
          server.outbox.hold()
          runTogether(lookups, pooled, context)
          server.outbox.release(flushing: false)
        }
        rest.removeFirst(lookups.count)
      }
    }
    server.outbox.flush()
  }

  /// Answers lookups from one moment of the store: it begins when all of them have come, so each sees every
  /// save whose reply its sender can know.
  private func runTogether(
    _ lookups: ArraySlice<Job>, _ pooled: PooledContext, _ context: ManagedObjectContext
  ) {
    var rest = lookups
    func runRest() {
      while let job = rest.popFirst() { run(job, pooled, context) }
    }
    if lookups.count > 1 {
      // A store that cannot be read is told by each lookup itself.
      do throws(StoreError) { try context.reading { runRest() } } catch {}
    }
    runRest()
  }

  private func run(_ job: Job, _ pooled: PooledContext, _ context: ManagedObjectContext) {
    let environment = RequestEnvironment(server: server, job: job, context: context)
    context.cancellation = job.cancellation
    job.ticket.run { reply in
      environment.madeUpTexts = server.begin(job)
      guard !pooled.current.isClosed else {
        return reply.fail(Faults.unknownContext(pooled.name, server.pool))
      }
      let changesObjects = job.method.effect == .write
      reply.succeed { writer throws(RPCError) in
        defer { if changesObjects { note(environment, pooled, context) } }
        try job.method.respond(job.params, environment, &writer)
      }
      for notice in environment.notices {
        reply.afterSending { [server] in server.announce(notice, of: pooled.name, number: reply.place?.number)
        }
      }
    }
    pooled.note { $0.queuedJobs -= 1 }
    server.queueGauge.remove(job.size)
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
