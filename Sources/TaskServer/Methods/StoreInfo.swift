import JSON
import JSONRPC
import ObjectGraph
import SQLiteStore

/// The method `store.info`.
enum StoreInfo: Method {
  static let name = "store.info"
  static let summary = """
    Tells where and what the store is: path, UUID, sizes, metadata, version hashes and how many objects it holds.
    """
  static let effect = Effect.inspect
  static let errors = [ErrorKind.storeOpen, .storeCorrupt]
  static let example = MethodExample(
    result: #"""
      {"type": "InMemory", "uuid": "\#(ObjectSample.store)", "readOnly": false, "counts": \#
      {"Category": 0, "Settings": 0, "Task": 1}, "versionHashes": {"Category": "cYd2…", "Settings": "xT0b…", \#
      "Task": "9Jm1…"}, "metadata": {"NSStoreModelVersionHashes": {"Category": "cYd2…", "Settings": "xT0b…", \#
      "Task": "9Jm1…"}, "NSStoreModelVersionIdentifiers": [], "NSStoreType": "InMemory"}}
      """#, isExact: false, setup: ObjectSample.task.saved)

  typealias Params = NoParams

  struct Output: WireShape {
    var type: String
    var uuid: String
    var path: String?
    var readOnly: Bool
    var readOnlyReason: String?
    var sizes: Sizes?
    var counts: WireMap<Int>
    var versionHashes: WireMap<String>
    var metadata: WireMetadata

    static let shape = Shape(
      Self.init(type:uuid:path:readOnly:readOnlyReason:sizes:counts:versionHashes:metadata:),
      Field("type", "`SQLite` or `InMemory`.") { $0.type },
      Field("uuid", "The store's UUID, which stands in every object ID.") { $0.uuid },
      Field("path", "The file, links followed; absent in memory.") { $0.path },
      Field("readOnly", "Whether saves are refused.") { $0.readOnly },
      Field("readOnlyReason", "Why, in words; absent where saves are taken.") { $0.readOnlyReason },
      Field("sizes", "Bytes on the disk; absent in memory.") { $0.sizes },
      Field("counts", "Saved objects by entity.") { $0.counts },
      Field("versionHashes", "The model's version hash of each entity; base64 of 32 bytes.") {
        $0.versionHashes
      },
      Field("metadata", "What the store's file says about itself, by Core Data's keys; bytes are base64.") {
        $0.metadata
      })
  }

  struct Sizes: WireShape {
    var file: Int
    var log: Int

    static let shape = Shape(
      Self.init(file:log:), Field("file", "The file itself.") { $0.file },
      Field("log", "What waits in the write-ahead log.") { $0.log })
  }

  static func handle(_ params: Params, _ environment: RequestEnvironment) throws(RPCError) -> Output {
    let server = environment.server
    let summary = StoreSummary(server)
    let file = server.store as? SQLiteStore
    let hashes = server.coordinator.managedObjectModel.entityVersionHashesByName
      .sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    return Output(
      type: summary.type, uuid: summary.uuid, path: file?.path, readOnly: summary.readOnly,
      readOnlyReason: summary.readOnly ? "--read-only was given" : nil,
      sizes: file.map { Sizes(file: $0.sizes.file, log: $0.sizes.log) },
      counts: try environment.savedCounts(),
      versionHashes: WireMap(hashes.map { (key: $0.key, value: Base64.encode($0.value.span)) }),
      metadata: WireMetadata(values: try environment.storeMetadata()))
  }
}

extension RequestEnvironment {
  fileprivate func storeMetadata() throws(RPCError) -> [String: MetadataValue] {
    do throws(StoreError) {
      return try server.store.metadata()
    } catch {
      throw Faults(server: server).rpcError(error)
    }
  }
}
