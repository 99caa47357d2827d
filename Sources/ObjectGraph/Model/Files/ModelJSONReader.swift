import JSON
import Spelling

/// Turns a model file in JSON into the elements that the same file in XML has.
///
/// The members are those of `ElementKind`; all of them, and nothing else, may be there:
/// ```json
/// {"versionIdentifiers": ["1"], "entities": [{
///   "name": "Task", "attributes": [{"name": "uuid", "type": "String", "isOptional": false}],
///   "uniquenessConstraints": [["uuid"]], "fetchIndexes": [{"name": "byDate", "elements": ["-date"]}]}]}
/// ```
struct ModelJSONReader {
  let file: String
  private let lineStarts: [Int]
  var complaints: [ModelError.Complaint] = []

  private init(_ bytes: [UInt8], file: String) {
    self.file = file
    lineStarts = [0] + bytes.indices.filter { bytes[$0] == 0x0A }.map { $0 + 1 }
  }

  /// Reads a model.
  ///
  /// - Throws: `ModelError` with everything that is wrong, or with the first place that is no JSON.
  static func model(_ bytes: [UInt8], file: String) throws(ModelError) -> ManagedObjectModel {
    var reader = ModelJSONReader(bytes, file: file)
    let root: PlacedJSON
    do throws(JSONError) {
      root = try PlacedJSON(parsing: bytes.span)
    } catch {
      throw ModelError(complaints: [reader.complaint(about: error, in: bytes)])
    }
    let element = reader.element(.model, root, at: "")
    guard let element else { throw ModelError(complaints: reader.complaints) }
    return try ModelReader.model(element, file: file, notation: .json, complaints: reader.complaints)
  }

  private func complaint(about error: JSONError, in bytes: [UInt8]) -> ModelError.Complaint {
    let place = TextPlace(of: error.offset, in: bytes)
    let isTooDeep = error.kind == .tooDeep
    return ModelError.Complaint(
      reason: isTooDeep
        ? "arrays and objects are nested deeper than \(ModelFileLimit.jsonDepth)"
        : "this is no JSON: \(error.reason)",
      place: ModelError.Place(file: file, line: place.line, column: place.column))
  }

  /// 1 for the first line.
  private func line(at offset: Int) -> Int {
    var (low, high) = (0, lineStarts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    return low + 1
  }

  mutating func complain(
    _ reason: String, at json: PlacedJSON, _ pointer: String, nearest: String? = nil
  ) {
    let place = ModelError.Place(file: file, line: line(at: json.offset), path: pointer)
    complaints.append(ModelError.Complaint(reason: reason, nearest: nearest, place: place))
  }

  /// An element without anything in it, at a value.
  func makeElement(_ name: String, for json: PlacedJSON, _ pointer: String) -> ModelElement {
    ModelElement(name, at: ModelElement.Place(line: line(at: json.offset), pointer: pointer))
  }

  /// The element that an object stands for; nil, and noted, if it is none.
  mutating func element(_ kind: ElementKind, _ json: PlacedJSON, at pointer: String) -> ModelElement? {
    guard case .object(let members) = json.content else {
      complain("it must be an object, and is \(json.kindName)", at: json, pointer)
      return nil
    }
    var element = makeElement(kind.rawValue, for: json, pointer)
    let type = members.first { $0.key == "type" }?.value.string.flatMap { AttributeType(modelName: $0) }
    var seen: Set<String> = []
    for (key, value) in members {
      let inner = pointer + "/" + Self.escaped(key)
      seen.insert(key)
      if let field = kind.fields.first(where: { $0.json == key }) {
        guard let (name, text) = attribute(field, value, of: type, at: inner) else { continue }
        element.attributes.append(ModelElement.Attribute(name: name, value: text))
      } else if let section = kind.sections.first(where: { $0.json == key }) {
        element.children += children(section.form, value, at: inner)
      } else {
        refuse(key, of: kind, at: value, inner)
      }
    }
    for field in kind.fields where !seen.contains(field.json) {
      if case .flag(isUsual: true) = field.form { element[field.xml] = "YES" }
    }
    return element
  }

  private mutating func refuse(_ key: String, of kind: ElementKind, at json: PlacedJSON, _ pointer: String) {
    let known = kind.fields.map(\.json) + kind.sections.map(\.json)
    complain(
      "a model file has no member \(key) here", at: json, pointer, nearest: NearestName.of(key, in: known))
  }

  /// RFC 6901 §3.
  static func escaped(_ key: String) -> String {
    String(key.flatMap { $0 == "~" ? "~0" : $0 == "/" ? "~1" : String($0) })
  }
}
