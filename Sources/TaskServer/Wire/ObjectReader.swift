package import JSON
package import ObjectGraph
import PredicateLanguage

/// Reads the values of objects of one entity, as clients write them: `{"finished": true, "date": null}`.
package struct ObjectReader: Sendable {
  private let entity: EntityDescription
  private let settings: WireSettings

  package init(entity: EntityDescription, settings: WireSettings) {
    self.entity = entity
    self.settings = settings
  }

  /// What an object is to be changed to, in the order of the members.
  ///
  /// - Parameter pointer: where `values` stands, as a JSON Pointer; errors point below it.
  /// - Throws: `ValueError` for the first member that does not fit.
  package func changes(
    _ values: JSONValue, at pointer: String
  ) throws(ValueError) -> [PropertyChange] {
    guard case .object(let object) = values else { throw .notAnObject(pointer: pointer) }
    return try object.members.map { member throws(ValueError) in try change(member, at: pointer) }
  }

  /// The row of a new object: each column's default, the values laid over it.
  ///
  /// - Throws: as `changes(_:at:)`.
  package func newRow(
    _ values: JSONValue, at pointer: String
  ) throws(ValueError) -> [AttributeValue] {
    var row = entity.defaultRow
    for change in try changes(values, at: pointer) { row[change.column] = change.value }
    return row
  }

  private func change(_ member: JSONObject.Member, at pointer: String) throws(ValueError) -> PropertyChange {
    guard let column = entity.columnIndex(named: member.key) else {
      throw .unknownProperty(
        pointer: ValueError.pointer(pointer, to: member.key), name: member.key, nearest: nearest(member.key))
    }
    switch entity.columns[column] {
    case .attribute(let attribute):
      do throws(ValueMismatch) {
        return PropertyChange(
          column: column, value: try ValueJSON.read(member.value, as: attribute.type, settings))
      } catch {
        throw error.at(ValueError.pointer(pointer, to: member.key), given: member.value.kindName)
      }
    // Stores with relationships are refused when they are added.
    case .relationship:
      throw .type(
        pointer: ValueError.pointer(pointer, to: member.key), expected: "an attribute",
        given: "a relationship")
    }
  }

  private func nearest(_ name: String) -> String? {
    if name.hasPrefix(ValueError.reservedPrefix) { return nil }
    return NearestName.of(name, in: entity.columns.map(\.name))
  }
}
