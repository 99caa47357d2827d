import JSON
import JSONRPC
import ObjectGraph

/// Objects by their keys only: `$objectID`, `$entity`, and the uuid of tasks, the number of categories.
struct WireReferences: WireType {
  let snapshots: [ObjectSnapshot]
  let model: ManagedObjectModel

  init(_ snapshots: [ObjectSnapshot], in model: ManagedObjectModel) {
    self.snapshots = snapshots
    self.model = model
  }

  static var schema: JSONSchema { .array(of: elementSchema) }

  /// One of them.
  static let elementSchema = JSONSchema.object([
    .init("$objectID", WireRow.objectIDSchema, isRequired: true),
    .init("$entity", WireRow.entitySchema, isRequired: true),
    .init("uuid", .string.described("A task's uuid."), isRequired: false),
    .init("number", .integer.described("A category's number."), isRequired: false),
  ]).titled("Reference").described("An object by its keys only.")

  static func read(from reader: inout WireReader) throws(WireError) -> WireReferences {
    throw .expected("nothing: references are only sent")
  }

  func write(to json: inout JSONWriter) {
    var writer: ReferenceWriter?
    json.beginArray()
    for snapshot in snapshots {
      json.element()
      let fitting = writer.flatMap { $0.covers(snapshot.objectID) ? $0 : nil }
      let current = fitting ?? ReferenceWriter(like: snapshot.objectID, in: model)
      current.write(snapshot, to: &json)
      writer = current
    }
    json.endArray()
  }
}
