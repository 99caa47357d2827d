import JSON
import JSONRPC
import ObjectGraph

/// The objects that a request changed: references, or whole ones where the client asked for properties.
enum ChangedObjects: WireType {
  case references(WireReferences)
  case whole(WireRows)

  static var schema: JSONSchema {
    .array(of: .any(of: [WireReferences.elementSchema, WireRow.schema]))
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

extension ChangedObjects {
  /// - Parameter writer: nil gives references.
  /// - Throws: `store.…` past the bytes that one result holds.
  init(
    _ snapshots: [ObjectSnapshot], _ writer: ObjectWriter?, _ related: RelatedObjects = RelatedObjects(),
    in environment: RequestEnvironment
  ) throws(RPCError) {
    guard let writer else {
      self = .references(WireReferences(snapshots, in: environment.server.coordinator.managedObjectModel))
      return
    }
    self = .whole(
      WireRows(
        rows: try environment.rows(snapshots, of: writer.entity), writer: writer, related: related))
  }
}

extension RequestEnvironment {
  /// Objects of one entity as rows of a result.
  func rows(
    _ snapshots: [ObjectSnapshot], of entity: EntityDescription
  ) throws(RPCError) -> StoreRows {
    do throws(StoreError) {
      return try StoreRows(snapshots, of: entity)
    } catch {
      throw Faults(server: server).rpcError(error)
    }
  }
}

extension StoreRows {
  /// Objects of one entity, or of its subentities, as rows.
  init(_ snapshots: [ObjectSnapshot], of entity: EntityDescription) throws(StoreError) {
    self.init(of: entity)
    for snapshot in snapshots { try append(snapshot, of: entity) }
  }
}
