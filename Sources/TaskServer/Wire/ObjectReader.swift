import JSON
import ObjectGraph
import PredicateLanguage

/// Reads `values`: an object by property name.
struct ObjectReader {
  private let entity: EntityDescription
  private let reader: ValueReader

  init(entity: EntityDescription, settings: WireSettings) {
    self.entity = entity
    reader = ValueReader(settings: settings)
  }

  /// The new values, in order of column.
  ///
  /// - Throws: `ValueError` for the first member without a property and the first value that does not fit.
  func changes(_ values: JSONValue, at pointer: String) throws(ValueError) -> [PropertyChange] {
    guard case .object(let object) = values else { throw .notAnObject(pointer: pointer) }
    var changes: [PropertyChange] = []
    changes.reserveCapacity(object.count)
    for member in object.members {
      guard let column = entity.columnIndex(named: member.key) else { throw unknown(member.key, pointer) }
      changes.append(
        PropertyChange(column: column, value: try read(member.value, column, pointer)))
    }
    changes.sort { $0.column < $1.column }
    return changes
  }

  private func read(_ json: JSONValue, _ column: Int, _ pointer: String) throws(ValueError) -> AttributeValue {
    let property = entity.columns[column]
    guard case .attribute(let attribute) = property, let value = reader.read(json, as: attribute.type) else {
      throw .type(
        pointer: pointer + "/" + property.name, expected: Self.expectation(property), given: json.kindName)
    }
    return value
  }

  private static func expectation(_ property: PropertyDescription) -> String {
    switch property {
    case .attribute(let attribute): attribute.type.wireExpectation
    case .relationship: "an object ID"
    }
  }

  private func unknown(_ name: String, _ pointer: String) -> ValueError {
    let escaped = name.replacing("~", with: "~0").replacing("/", with: "~1")
    return .unknownProperty(
      pointer: pointer + "/" + escaped, name: name,
      nearest: NearestName.of(name, in: entity.columns.map(\.name)))
  }
}
