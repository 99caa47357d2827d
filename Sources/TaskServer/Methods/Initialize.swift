import FoundationEssentials
import JSON
import JSONRPC
import ObjectGraph
import PredicateLanguage

/// The method `initialize`.
enum Initialize: Method {
  static let name = "initialize"
  static let summary = """
    Optional handshake, once, best first: what the client wants, what the server is. After it the life cycle of the \
    Language Server Protocol holds. Unknown members are ignored.
    """
  static let effect = Effect.control
  static let errors = [ErrorKind.valueType]
  static let example = MethodExample(
    params: #"""
      {"clientInfo": {"name": "example"}, "protocolVersions": ["1.0"], "timeZone": "Europe/Berlin", \#
      "capabilities": {"didSave": true}}
      """#,
    result: #"""
      {"serverInfo": {"name": "objwire", "version": "\#(Server.version)"}, "protocolVersion": "1.0", \#
      "positionEncoding": "utf-8", \#
      "capabilities": {"methods": ["task.add", "…"], "notifications": ["context.didSave", "…"]}, \#
      "store": {"type": "SQLite", "uuid": "\#(ObjectSample.store)", "readOnly": false}}
      """#, isExact: false)

  struct Params: WireShape {
    var clientInfo: JSONValue?
    var protocolVersions: [String]?
    var processId: Int?
    var timeZone: String?
    var locale: String?
    var int64: Int64Form
    var positionEncodings: [String]?
    var trace: TraceLevel
    var capabilities: Capabilities

    static let shape = Shape(
      Self.init(
        clientInfo:protocolVersions:processId:timeZone:locale:int64:positionEncodings:trace:capabilities:),
      Field("clientInfo", "Who the client is: {name, version}.") { $0.clientInfo },
      Field("protocolVersions", "The versions it understands.") { $0.protocolVersions },
      Field(
        "processId",
        "The client's process: the server ends within five seconds after it, or at once if there is none."
      ) {
        $0.processId
      },
      Field("timeZone", "The zone of times without an offset, such as Europe/Berlin.") { $0.timeZone },
      Field("locale", "The client's language; nothing depends on it.") { $0.locale },
      Field("int64", "`string`: Integer 64 values are sent as strings.", default: .number) { $0.int64 },
      Field("positionEncodings", "What positions in predicate text may count, best first.") {
        $0.positionEncodings
      },
      Field("trace", "How much `$/logTrace` tells; `compact` is the same as `messages`.", default: .off) {
        $0.trace
      },
      Field("capabilities", "The notifications it wants.", default: Capabilities()) { $0.capabilities }
    ).ignoringUnknownMembers()
  }

  enum Int64Form: String, WireEnum {
    case number
    case string
  }

  struct Capabilities: WireShape {
    var didSave = false
    var storeDidChange = false

    static let shape = Shape(
      Self.init(didSave:storeDidChange:),
      Field("didSave", "`context.didSave` for saves of this process.", default: false) { $0.didSave },
      Field("storeDidChange", "`store.didChange` for saves of others.", default: false) { $0.storeDidChange }
    ).ignoringUnknownMembers()
  }

  struct Output: WireShape {
    var serverInfo: JSONValue
    var protocolVersion: String
    var positionEncoding: PositionEncoding
    var capabilities: JSONValue
    var store: StoreSummary

    static let shape = Shape(
      Self.init(serverInfo:protocolVersion:positionEncoding:capabilities:store:),
      Field("serverInfo", "{name, version} of the program.") { $0.serverInfo },
      Field("protocolVersion", "The version that is spoken.") { $0.protocolVersion },
      Field("positionEncoding", "What positions in predicate text count.") { $0.positionEncoding },
      Field("capabilities", "What the server can do: {methods, notifications}.") { $0.capabilities },
      Field("store", "The store.") { $0.store })
  }

  static func handle(_ params: Params, _ environment: RequestEnvironment) throws(RPCError) -> Output {
    let server = environment.server
    if let versions = params.protocolVersions, !versions.contains(Server.protocolVersion) {
      throw RPCError(
        code: ErrorKind.invalidParams.code, kind: ErrorKind.invalidParams.name,
        message: "No version of the protocol is understood by both sides.",
        details: ["pointer": "/params/protocolVersions", "supported": [.string(Server.protocolVersion)]])
    }
    let settings = try settings(params, server)
    guard server.lifeCycle.initialize() else { throw .invalidRequest("\"initialize\" was sent before.") }
    server.connect(settings)
    server.trace.set(params.trace)
    if settings.wantsStoreDidChange { server.watchOtherProcesses() }
    if let processId = params.processId { server.endWithParent(processId) }
    return output(server, settings.positions)
  }

  private static func settings(_ params: Params, _ server: Server) throws(RPCError) -> ConnectionSettings {
    var settings = server.connection
    settings.wantsDidSave = params.capabilities.didSave
    settings.wantsStoreDidChange = params.capabilities.storeDidChange
    settings.wire.int64AsString = params.int64 == .string
    if let zone = params.timeZone {
      let wire = WireSettings(timeZone: zone, int64AsString: settings.wire.int64AsString)
      guard (try? wire.checkTimeZone()) != nil else {
        throw RPCError(
          .valueType, "There is no time zone \(zone).",
          details: ["pointer": "/params/timeZone", "expected": "a name of the IANA time zone database"])
      }
      settings.wire = wire
    }
    settings.positions =
      params.positionEncodings?.compactMap { PositionEncoding(rawValue: $0) }.first ?? .utf8
    return settings
  }

  private static func output(_ server: Server, _ positions: PositionEncoding) -> Output {
    Output(
      serverInfo: ["name": .string(Server.name), "version": .string(Server.version)],
      protocolVersion: Server.protocolVersion, positionEncoding: positions,
      capabilities: [
        "methods": .array(server.table.entries.map { .string($0.name) }),
        "notifications": .array(Manual.notificationNames.map { .string($0) }),
      ],
      store: StoreSummary(server))
  }
}
