package import Dispatch
import FoundationEssentials
package import JSONRPC
package import ObjectGraph
import PredicateLanguage
import SQLiteStore
import Synchronization

/// One store, its contexts and one client.
package final class Server: Sendable {
  /// The name that `initialize` and `--version` give.
  package static let name = "objwire"
  /// The version of the program.
  package static let version = "0.1.0"
  /// The version of the interface, as `initialize` negotiates it.
  package static let protocolVersion = "1.0"
  /// Seconds that a signal leaves for accepted requests.
  package static let drainSeconds = 2

  /// What the command line decided.
  package let configuration: ServerConfiguration
  let store: any PersistentStore
  let coordinator: PersistentStoreCoordinator
  let pool: ContextPool
  /// What `task.…`, `category.…` and `settings.…` are about.
  let entities: TaskEntities
  /// The only way to the client.
  package let outbox: Outbox
  let log: Log
  let inFlight = InFlight()
  let lifeCycle = LifeCycle()
  let queueGauge = QueueGauge()
  /// Jobs handed over and not finished.
  let openWork = DispatchGroup()
  /// Where requests run that look at the server from beside the contexts.
  let inspections = DispatchQueue(label: "objwire.inspections")
  let wholeWriters = ObjectWriterCache()
  let predicates = PredicateCache()
  let table: MethodTable<RequestEnvironment>
  let meter: MethodMeter
  let trace: Trace
  let recorder: Recorder?
  let turns: Turns
  private let seeds: ReplaySeeds?
  private let settings: Mutex<ConnectionSettings>
  let startTime = DispatchTime.now()
  private let isWatching = Mutex(false)
  private let end: @Sendable (ConnectionEnd) -> Void

  /// What the client has asked for.
  var connection: ConnectionSettings { settings.withLock { $0 } }

  var jobRunner: JobRunner { JobRunner(server: self) }

  var inspector: Inspector { Inspector(server: self) }

  /// Opens the store, making it if it is not there.
  ///
  /// - Parameters:
  ///   - recorder: notes what the client sends before anything is done about it, and when each request
  ///     begins.
  ///   - seeds: what made-up uuids come from in a replay.
  ///   - end: called, from any thread, when nothing more is to be read although the input goes on.
  /// - Throws: `StoreError.open`, `.locked`, `.incompatible`, `.corrupt` …; nothing was changed then.
  package init(
    configuration: ServerConfiguration, outbox: Outbox, log: Log, recorder: Recorder? = nil,
    seeds: ReplaySeeds? = nil,
    end: @escaping @Sendable (ConnectionEnd) -> Void = { _ in }
  ) throws(StoreError) {
    self.end = end
    self.configuration = configuration
    self.outbox = outbox
    self.log = log
    self.recorder = recorder
    self.seeds = seeds
    turns = Turns(areNeeded: recorder != nil)
    table = MethodTable(AllMethods.list)
    meter = MethodMeter(table)
    trace = Trace(outbox: outbox, lifeCycle: lifeCycle)
    let model = try Self.model(configuration)
    entities = TaskEntities(model)
    store = try Self.open(configuration, model)
    coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(store)
    pool = ContextPool(coordinator: coordinator)
    settings = Mutex(ConnectionSettings(wire: WireSettings(timeZone: configuration.timeZone)))
  }

  private static func open(
    _ configuration: ServerConfiguration, _ model: ManagedObjectModel
  ) throws(StoreError) -> any PersistentStore {
    switch configuration.storage {
    case .inMemory: return try InMemoryStore(model: model)
    case .file(let path):
      let options = SQLiteStore.Options(
        isReadOnly: configuration.isReadOnly,
        synchronous: configuration.durability == .full ? .full : .normal,
        busyTimeout: configuration.busyTimeout, migration: SQLiteStore.Options.Migration(configuration),
        sourceModels: try checked { () throws(ModelError) in try configuration.earlierModels() })
      return try SQLiteStore(path: path, model: model, options: options)
    }
  }

  private static func model(_ configuration: ServerConfiguration) throws(StoreError) -> ManagedObjectModel {
    try checked { () throws(ModelError) in try configuration.servedModel() }
  }

  private static func checked<Value>(_ make: () throws(ModelError) -> Value) throws(StoreError) -> Value {
    do throws(ModelError) {
      return try make()
    } catch {
      throw .open(reason: "the built-in model is wrong: \(error.complaints)")
    }
  }

  /// Makes the function that takes the messages of one chunk, on the reader's thread.
  package func makeReceiver() -> ([FramedMessage]) -> Void {
    let router = Router(server: self)
    return { messages in
      self.recorder?.received(messages, from: router.nextNumber)
      self.meter.note(messages)
      router.receive(messages)
      if self.lifeCycle.hasEnded { self.end(.goodbye) }
    }
  }

  /// Takes over what the client asks for.
  func connect(_ settings: ConnectionSettings) {
    self.settings.withLock { $0 = settings }
    wholeWriters.removeAll()
  }

  /// The client's process is gone.
  func endOfClient() { end(.clientDied) }
}

// MARK: - Recording and replay

extension Server {
  /// Notes the beginning of a request that is recorded; gives what it makes up.
  func begin(_ job: Job) -> MadeUpTexts {
    guard let recorder, let place = job.ticket.reply.place else { return MadeUpTexts(seed: seeds?.current) }
    let seed = job.method.effect == .write ? Int64.random(in: .min ... .max) : nil
    recorder.begins(place, seed: seed)
    return MadeUpTexts(seed: seed)
  }
}

// MARK: - Telling others

extension Server {
  /// Tells the client of a save, if it asked for that.
  ///
  /// - Parameter number: the client's message that saved.
  func announce(_ notice: CommitNotice, of context: String, number: Int?) {
    guard settings.withLock({ $0.wantsDidSave }), !notice.isEmpty else { return }
    announcement.didSave(notice, context: context, number: number)
  }

  /// Starts telling the client of other processes' saves.
  func watchOtherProcesses() {
    let isFirst = isWatching.withLock { isWatching in
      defer { isWatching = true }
      return !isWatching
    }
    guard isFirst else { return }
    DispatchQueue(label: "objwire.watch").async { self.reportExternalCommits() }
  }

  private var announcement: Announcement {
    Announcement(outbox: outbox, model: coordinator.managedObjectModel)
  }

  private func reportExternalCommits() {
    do throws(StoreError) {
      while let notice = try store.nextExternalCommit() {
        announcement.storeDidChange(notice)
      }
    } catch {
      let reason = StoreFailure.sentenceWhileOpen(error, configuration)
      log(.warning, "changes of other processes are not seen any more: \(reason)")
    }
  }
}

// MARK: - The log of a server

extension Server {
  /// Logs what is served.
  package func logBeginning() {
    log(.info, "version \(Self.version) serves the store \(StoreFailure.name(configuration))")
    guard let migration = (store as? SQLiteStore)?.migration else { return }
    log(
      .warning,
      "the store was migrated to the current model (\(migration.plan.steps.count) changes); as it was it is kept in "
        + migration.backupPath)
  }

  /// Logs how much was said.
  package func logEnd() {
    log(.info, "the end; \(meter.receivedByteCount) bytes came in, \(outbox.sentByteCount) went out")
  }
}

// MARK: - The end

extension Server {
  /// Waits until every accepted request is answered.
  ///
  /// - Returns: false if the time was up before.
  package func drain(until deadline: DispatchTime = .distantFuture) -> Bool {
    openWork.wait(timeout: deadline) == .success
  }

  /// Gives up what is not answered yet: it is cancelled, and little time is left for saying so.
  ///
  /// - Returns: false if something did not stop even then.
  package func giveUp() -> Bool {
    inFlight.cancelAll()
    return drain(until: .now() + .milliseconds(Self.giveUpMilliseconds))
  }

  /// Enough for a request that waits for a lock, or runs a long query, to see that it was cancelled, also on a
  /// busy machine; nothing waits that long otherwise.
  private static let giveUpMilliseconds = 1_000

  /// Calls `action` once, on another thread, when every accepted request is answered; nothing more may be
  /// received.
  package func whenDrained(_ action: @escaping @Sendable () -> Void) {
    openWork.notify(queue: .global(), execute: action)
  }

  /// Gives the store back.
  ///
  /// - Parameter isDrained: false leaves contexts alone that may still be at work.
  /// - Returns: what `exit` asked for; `.unsavedChanges` if such were discarded (named in the log); else
  ///   `.success`.
  package func close(isDrained: Bool = true) -> ExitCode {
    let unsaved = pool.all.filter { $0.current.counts.hasChanges }
    for context in unsaved {
      let counts = context.current.counts
      log(
        .error,
        "unsaved changes of context \(context.name) were discarded: \(counts.inserted) inserted, "
          + "\(counts.updated) updated, \(counts.deleted) deleted")
    }
    // The last connection to go empties the write-ahead log and removes it.
    if isDrained { for context in pool.all { context.worker.performAndWait { $0.disconnect() } } }
    store.close()
    return unsaved.isEmpty ? lifeCycle.exitCode ?? .success : .unsavedChanges
  }
}

extension SQLiteStore.Options.Migration {
  fileprivate init(_ configuration: ServerConfiguration) {
    self =
      switch configuration.migration {
      case .auto: .automatic
      case .never: .never
      case .lossy: .lossy
      }
  }
}
