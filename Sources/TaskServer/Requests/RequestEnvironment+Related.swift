import JSONRPC
import ObjectGraph

extension RequestEnvironment {
  /// Reads rows and the members of the relationships that are to be shown of them, all of one moment.
  func shown(
    by writer: ObjectWriter, _ read: (ManagedObjectContext) throws(StoreError) -> StoreRows
  ) throws(RPCError) -> WireRows {
    try withContext { context throws(StoreError) in
      guard !writer.relationships.isEmpty else { return WireRows(rows: try read(context), writer: writer) }
      let store = server.store.identifier
      return try context.reading { () throws(StoreError) in
        let rows = try read(context)
        let objectIDs = (0..<rows.count).map { rows.objectID($0, of: writer.entity, in: store) }
        let related = try context.related(writer.relationships, of: objectIDs)
        return WireRows(rows: rows, writer: writer, related: related)
      }
    }
  }
}
