import JSON
import ObjectGraph
import PredicateLanguage

/// Writes what names the objects of one entity in one store.
/// ```
/// {"$objectID":"x-coredata://STORE/Task/p1","$entity":"Task","uuid":"…"}
/// ```
/// Everything that does not change between them is put together beforehand.
struct ReferenceWriter {
  private let scope: ObjectID
  /// Up to the key in the object's ID.
  private let head: [UInt8]
  /// From the end of the ID on.
  private let entity: [UInt8]
  /// The column of the entity's key, and what stands before its value: `,"uuid":`.
  private let key: (column: Int, text: [UInt8])?

  /// Writes references to objects of the same store and entity as the one given.
  init(like objectID: ObjectID, in model: ManagedObjectModel) {
    scope = objectID
    var bytes = Array(#"{"$objectID":""#.utf8)
    objectID.appendScope(to: &bytes)
    head = bytes
    entity = Array(#"","$entity":"\#(objectID.entity)""#.utf8)
    key = model.entity(named: objectID.entity).flatMap { Self.key(of: $0) }
  }

  /// Whether the object is one of these.
  func covers(_ objectID: ObjectID) -> Bool { scope.hasSameScope(as: objectID) }

  func write(_ snapshot: ObjectSnapshot, to writer: inout JSONWriter) {
    writer.bytes.append(contentsOf: head)
    writer.write(key: snapshot.objectID.key)
    writer.bytes.append(contentsOf: entity)
    if let key {
      switch snapshot.values[key.column] {
      case .string(let text):
        writer.append(key.text)
        writer.write(text)
      case .integer(let number):
        writer.append(key.text)
        writer.write(number)
      // Not given yet, or taken away.
      default: break
      }
    }
    writer.endObject()
  }

  private static func key(of entity: EntityDescription) -> (column: Int, text: [UInt8])? {
    guard let name = TaskModel.key(of: entity), let column = entity.columnIndex(named: name) else {
      return nil
    }
    return (column, Array(",\"\(name)\":".utf8))
  }
}
