import FoundationEssentials
import JSONRPC
import ObjectGraph

/// What a client is told of the store.
struct StoreSummary: WireShape {
  var type: String
  var uuid: String
  var readOnly: Bool

  static let shape = Shape(
    Self.init(type:uuid:readOnly:),
    Field("type", "`SQLite` or `InMemory`.") { $0.type },
    Field("uuid", "The store's UUID.") { $0.uuid },
    Field("readOnly", "Whether saves are refused.") { $0.readOnly })
}

extension StoreSummary {
  init(_ server: Server) {
    type = server.configuration.storage == .inMemory ? "InMemory" : "SQLite"
    uuid = server.store.identifier.uuidString
    readOnly = server.store.isReadOnly
  }
}
