import JSONRPC
import ObjectGraph

extension RequestEnvironment {
  /// How many objects of each entity are saved, those of entities below it aside, all of one moment.
  func savedCounts() throws(RPCError) -> WireMap<Int> {
    do throws(StoreError) {
      return try server.savedCounts(cancellation)
    } catch {
      throw Faults(server: server).rpcError(error)
    }
  }
}

extension Server {
  /// How many objects of each entity are saved, all of one moment.
  func savedCounts(_ cancellation: Cancellation = Cancellation()) throws(StoreError) -> WireMap<Int> {
    let reader = try store.makeReader()
    let pairs = try reader.reading { () throws(StoreError) in
      var pairs: [(key: String, value: Int)] = []
      for entity in coordinator.managedObjectModel.entities {
        let query = StoreQuery(entity: entity, includesSubentities: false)
        pairs.append(
          (entity.name, try reader.count(query, cancellation: cancellation)))
      }
      return pairs
    }
    return WireMap(pairs)
  }
}
