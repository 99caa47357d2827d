import JSONRPC
import ObjectGraph

extension RequestEnvironment {
  /// How many objects of each entity are saved, all of one moment.
  func savedCounts() throws(RPCError) -> WireMap<Int> {
    do throws(StoreError) {
      let reader = try server.store.makeReader()
      let pairs = try reader.reading { () throws(StoreError) in
        var pairs: [(key: String, value: Int)] = []
        for entity in server.coordinator.managedObjectModel.entities {
          pairs.append(
            (entity.name, try reader.count(StoreQuery(entity: entity), cancellation: cancellation)))
        }
        return pairs
      }
      return WireMap(pairs)
    } catch {
      throw Faults(server: server).rpcError(error)
    }
  }
}
