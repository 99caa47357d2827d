import JSON
import JSONRPC
import ObjectGraph

/// The objects that a request changed: references, or whole ones where the client asked for properties.
enum ChangedObjects: WireType {
  case references([WireReference])
  case whole(WireRows)

  static var schema: JSONSchema {
    .array(of: .any(of: [WireReference.schema, WireRow.schema]))
  }

  static func read(from reader: inout WireReader) throws(WireError) -> ChangedObjects {
    throw .expected("nothing: objects are only sent")
  }

  func write(to writer: inout JSONWriter) {
    switch self {
    case .references(let references): references.write(to: &writer)
    case .whole(let rows): rows.write(to: &writer)
    }
  }
}

extension RequestEnvironment {
  /// Changed objects for a result, after the request's save if there was one.
  ///
  /// - Parameter writer: nil gives references.
  func changedObjects(
    _ snapshots: [ObjectSnapshot], of entity: EntityDescription, _ writer: ObjectWriter?
  ) throws(RPCError) -> ChangedObjects {
    let model = server.coordinator.managedObjectModel
    guard let writer else {
      return .references(
        snapshots.map { snapshot in
          var resolved = snapshot
          resolved.objectID = server.coordinator.resolve(snapshot.objectID)
          return WireReference(resolved, in: model)
        })
    }
    let rows = try reading { context throws(StoreError) in
      var rows = StoreRows(columnCount: entity.columns.count)
      for snapshot in snapshots { try rows.append(try context.snapshot(snapshot.objectID)) }
      return rows
    }
    return .whole(WireRows(rows: rows, writer: writer))
  }

  /// One object for a result.
  func row(of objectID: ObjectID, _ writer: ObjectWriter) throws(RPCError) -> WireRow {
    let rows = try reading { context throws(StoreError) in
      let snapshot = try context.snapshot(objectID)
      var rows = StoreRows(columnCount: snapshot.values.count)
      try rows.append(snapshot)
      return rows
    }
    return WireRow(rows: rows, writer: writer)
  }
}
