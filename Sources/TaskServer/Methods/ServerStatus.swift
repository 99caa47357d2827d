import Dispatch
import FoundationEssentials
import JSON
import JSONRPC
import ObjectGraph

/// The method `server.status`.
enum ServerStatus: Method {
  static let name = "server.status"
  static let summary = """
    Tells how the server is doing, whatever the contexts are busy with. Saved objects are counted one by one: some \
    milliseconds for a million.
    """
  static let effect = Effect.inspect
  static let errors = [ErrorKind.storeOpen, .storeCorrupt]
  static let example = MethodExample(
    result: #"""
      {"version": "\#(Server.version)", "protocolVersion": "1.0", "uptime": 12.5, \#
      "contexts": [{"name": "view", "hasChanges": false, "queuedRequests": 0}], \#
      "store": {"type": "SQLite", "uuid": "\#(ObjectSample.store)", "readOnly": false}, \#
      "counts": {"Category": 0, "Settings": 0, "Task": 1}, "memory": {"resident": 9437184, "peak": 10485760}, \#
      "queues": {"requests": 1, "bytes": 513, "unreadBytes": 0}, \#
      "methods": {"server.status": {"count": 1, "errorCount": 0, \#
      "queuedMicroseconds": {"total": 21, "longest": 21}, "ranMicroseconds": {"total": 180, "longest": 180}}}, \#
      "traffic": {"receivedBytes": 210, "sentBytes": 530, "invalidMessages": 0}, \#
      "log": {"droppedLines": 0}, "limits": \#(limits)}
      """#, isExact: false)

  private static let limits =
    "{" + ServerLimit.all.map { #""\#($0.name)": \#($0.value)"# }.joined(separator: ", ") + "}"

  typealias Params = NoParams

  struct Output: WireShape {
    var version: String
    var protocolVersion: String
    var uptime: Double
    var contexts: [ContextEntry]
    var store: StoreSummary
    var counts: WireMap<Int>
    var memory: MemoryEntry
    var queues: QueueEntry
    var methods: WireMap<MethodEntry>
    var traffic: TrafficEntry
    var log: LogEntry
    var limits: WireMap<Int>

    static let shape = Shape(
      Self.init(
        version:protocolVersion:uptime:contexts:store:counts:memory:queues:methods:traffic:log:limits:),
      Field("version", "The server's version.") { $0.version },
      Field("protocolVersion", "The version of this interface.") { $0.protocolVersion },
      Field("uptime", "Seconds since the start.") { $0.uptime },
      Field("contexts", "Every context.") { $0.contexts },
      Field("store", "The store.") { $0.store },
      Field("counts", "Saved objects by entity.") { $0.counts },
      Field("memory", "Memory of the process.") { $0.memory },
      Field("queues", "Requests under way.") { $0.queues },
      Field("methods", "What was answered so far, by the name of the method.") { $0.methods },
      Field("traffic", "Messages so far.") { $0.traffic },
      Field("log", "The log of the server.") { $0.log },
      Field("limits", "The limits in force, by name.") { $0.limits })
  }

  struct ContextEntry: WireShape {
    var name: String
    var hasChanges: Bool
    var queuedRequests: Int

    static let shape = Shape(
      Self.init(name:hasChanges:queuedRequests:),
      Field("name", "Its name.") { $0.name },
      Field("hasChanges", "Whether a save would do anything.") { $0.hasChanges },
      Field("queuedRequests", "Requests that wait or run.") { $0.queuedRequests })
  }

  struct MemoryEntry: WireShape {
    var resident: Int
    var peak: Int

    static let shape = Shape(
      Self.init(resident:peak:),
      Field("resident", "Bytes in memory now.") { $0.resident },
      Field("peak", "The most so far.") { $0.peak })
  }

  struct QueueEntry: WireShape {
    var requests: Int
    var bytes: Int
    var unreadBytes: Int

    static let shape = Shape(
      Self.init(requests:bytes:unreadBytes:),
      Field("requests", "Accepted and not answered yet, with an id; this one among them.") { $0.requests },
      Field("bytes", "Bytes they hold.") { $0.bytes },
      Field("unreadBytes", "Bytes of messages that the client has not taken yet.") { $0.unreadBytes })
  }

  static func handle(_ params: Params, _ environment: RequestEnvironment) throws(RPCError) -> Output {
    let server = environment.server
    let elapsed = DispatchTime.now().uptimeNanoseconds - server.startTime.uptimeNanoseconds
    return Output(
      version: Server.version, protocolVersion: Server.protocolVersion, uptime: Double(elapsed) / 1e9,
      contexts: server.pool.all.map { context in
        let state = context.current
        return ContextEntry(
          name: context.name, hasChanges: state.counts.hasChanges, queuedRequests: state.queuedJobs)
      },
      store: StoreSummary(server),
      counts: try environment.savedCounts(), memory: ProcessMemory.current,
      queues: QueueEntry(
        requests: server.inFlight.count, bytes: server.queueGauge.bytes,
        unreadBytes: server.outbox.unreadCount),
      methods: WireMap(server.meter.all.map { ($0.name, MethodEntry($0.counts)) }),
      traffic: TrafficEntry(
        receivedBytes: server.meter.receivedByteCount, sentBytes: server.outbox.sentByteCount,
        invalidMessages: server.meter.invalidCount),
      log: LogEntry(droppedLines: server.log.droppedCount),
      limits: WireMap(ServerLimit.all(server.configuration).map { ($0.name, $0.value) }))
  }
}

/// Memory of this process, from /proc/self/status; zeros where there is none.
enum ProcessMemory {
  static var current: ServerStatus.MemoryEntry {
    let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    return ServerStatus.MemoryEntry(resident: bytes("VmRSS:", text), peak: bytes("VmHWM:", text))
  }

  /// Lines read like `VmRSS:	    5120 kB`.
  private static func bytes(_ name: String, _ text: String) -> Int {
    let line = text.split(separator: "\n").first { $0.hasPrefix(name) }
    let number = line?.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first
    return number.flatMap { Int($0) }.map { $0 * 1_024 } ?? 0
  }
}
