import JSON
import ObjectGraph
import PredicateLanguage

/// Reads the IDs of objects that a relationship may lead to; whether they are there, the context knows.
struct LinkReader {
  private let family: EntityFamily

  /// - Parameter family: what may be at the other end.
  init(_ family: EntityFamily) { self.family = family }

  /// Reads an array of IDs; null is none.
  ///
  /// - Throws: `ValueError.type` for the first that is no ID, or of an object that the relationship cannot lead to.
  func list(_ json: JSONValue, at pointer: String) throws(ValueError) -> [Mention] {
    if json == .null { return [] }
    guard case .array(let elements) = json else {
      throw .type(
        pointer: pointer, expected: "an array with the IDs of objects of \(family.name)",
        given: json.kindName)
    }
    var links: [Mention] = []
    links.reserveCapacity(elements.count)
    for element in elements { links.append(try link(element, at: "\(pointer)/\(links.count)")) }
    return links
  }

  /// Reads an ID.
  ///
  /// - Throws: as for a list.
  func link(_ json: JSONValue, at pointer: String) throws(ValueError) -> Mention {
    guard case .string(let text) = json, let objectID = ObjectID(uri: text) else {
      throw .type(
        pointer: pointer, expected: "the ID of an object of \(family.name)", given: json.kindName)
    }
    guard family.contains(objectID.entity) else {
      throw .type(
        pointer: pointer, expected: "an object of \(family.name)", given: "one of \(objectID.entity)")
    }
    return Mention(objectID: objectID, pointer: pointer)
  }
}
