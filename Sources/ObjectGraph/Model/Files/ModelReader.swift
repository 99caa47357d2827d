import PredicateLanguage
import Spelling

/// Makes a model of the elements of a file, and notes everything that is wrong on the way.
///
/// What it does not know it treats as Xcode's files need it: attributes of elements may be new and are left alone,
/// elements and types would change what the model is and are refused.
struct ModelReader {
  /// What the elements were read from.
  enum Notation: Sendable {
    case xml, json
  }

  /// What encloses an element: where it is, and whose part it is.
  struct Scope {
    var path: String
    var entity: String?
    var property: String?
  }

  let file: String
  let notation: Notation
  var declaration = ModelDeclaration()
  var complaints: [ModelError.Complaint] = []
  var places: [ModelPart: ModelError.Place] = [:]
  /// What attributes of type Composite consist of.
  var composites = CompositeTable()

  /// Relationships that give their inverse another entity than their destination.
  var inverseEnds: [(element: ModelElement, scope: Scope)] = []

  init(file: String, notation: Notation) {
    self.file = file
    self.notation = notation
  }

  /// Reads the whole of a file.
  ///
  /// - Parameter complaints: what reading the notation found wrong already.
  /// - Throws: `ModelError` with everything that is wrong, in order of the file.
  static func model(
    _ root: ModelElement, file: String, notation: Notation, complaints: [ModelError.Complaint] = []
  ) throws(ModelError) -> ManagedObjectModel {
    var reader = ModelReader(file: file, notation: notation)
    reader.complaints = complaints
    reader.readModel(root)
    reader.checkInverseEntities()
    for finding in ModelCheck.findings(about: reader.declaration) {
      var complaint = finding.complaint
      complaint.place = reader.places[finding.part] ?? ModelError.Place(file: file)
      reader.complaints.append(complaint)
    }
    let found = reader.complaints.enumerated().sorted { left, right in
      (left.element.place?.line ?? 0, left.offset) < (right.element.place?.line ?? 0, right.offset)
    }
    guard found.isEmpty else { throw ModelError(complaints: found.map(\.element)) }
    return ManagedObjectModel(checked: reader.declaration)
  }
}

// MARK: - Places and complaints

extension ModelReader {
  /// Where an element is.
  func place(of element: ModelElement, in scope: Scope) -> ModelError.Place {
    let line = element.place.line > 0 ? element.place.line : nil
    return ModelError.Place(file: file, line: line, path: path(of: element, in: scope))
  }

  /// What stands inside an element: a part of the entity or property that it names.
  func inside(
    _ element: ModelElement, of scope: Scope, entity: String? = nil, property: String? = nil
  ) -> Scope {
    Scope(
      path: path(of: element, in: scope), entity: entity ?? scope.entity,
      property: property ?? scope.property)
  }

  private func path(of element: ModelElement, in scope: Scope) -> String {
    if let pointer = element.place.pointer { return pointer }
    let name = element["name"].map { "[\($0)]" } ?? ""
    return scope.path.isEmpty ? element.name : "\(scope.path)/\(element.name)\(name)"
  }

  /// Notes what is wrong with an element.
  mutating func complain(
    _ reason: String, at element: ModelElement, in scope: Scope, property: String? = nil,
    nearest: String? = nil
  ) {
    complaints.append(
      ModelError.Complaint(
        entity: scope.entity, property: property ?? scope.property, reason: reason, nearest: nearest,
        place: place(of: element, in: scope)))
  }

  /// Notes an element that does not belong where it is.
  mutating func refuse(_ element: ModelElement, in scope: Scope, known: [String]) {
    complain(
      "there is no element <\(element.name)> here", at: element, in: scope,
      nearest: NearestName.of(element.name, in: known))
  }
}

// MARK: - Attributes of elements

extension ModelReader {
  /// The text of an attribute that must be there; empty, and noted, if it is not.
  mutating func required(_ name: String, of element: ModelElement, in scope: Scope) -> String {
    if let text = element[name] { return text }
    complain("<\(element.name)> has no \(spelled(name, of: element))", at: element, in: scope)
    return ""
  }

  /// What an attribute of an element is called in the file's notation.
  func spelled(_ name: String, of element: ModelElement) -> String {
    guard notation == .json, let kind = ElementKind(rawValue: element.name) else { return name }
    let type = element["attributeType"].flatMap { AttributeType(modelName: $0) }
    return kind.fields.first { $0.xmlName(for: type) == name && $0.applies(to: type) }?.json ?? name
  }

  /// YES or NO; NO if it is not there.
  mutating func flag(_ name: String, of element: ModelElement, in scope: Scope) -> Bool {
    guard let text = element[name] else { return false }
    if case .boolean(let truth)? = AttributeType.boolean.value(ofModelText: text) { return truth }
    complain("\(spelled(name, of: element)) is \"\(text)\", and must be YES or NO", at: element, in: scope)
    return false
  }

  /// A whole number of 32 bits; nil if it is not there.
  mutating func count(_ name: String, of element: ModelElement, in scope: Scope) -> Int32? {
    guard let text = element[name], !text.isEmpty else { return nil }
    if case .integer(let number)? = AttributeType.integer32.value(ofModelText: text), number >= 0 {
      return Int32(clamping: number)
    }
    complain(
      "\(spelled(name, of: element)) is \"\(text)\", and must be a whole number from 0 to \(Int32.max)",
      at: element, in: scope)
    return nil
  }

  /// The position of a word in the list of a field; nil if it is not there.
  mutating func word(
    _ name: String, of element: ModelElement, in scope: Scope
  ) -> Int? {
    guard let text = element[name] else { return nil }
    let field = ElementKind(rawValue: element.name)?.fields.first { $0.xml == name }
    guard case .word(_, let words)? = field?.form else { return nil }
    if let index = words.firstIndex(of: text) { return index }
    complain(
      "\(name) is \"\(text)\", and must be one of \(words.joined(separator: ", "))", at: element, in: scope,
      nearest: text.utf8.count < 3 ? nil : NearestName.of(text, in: words))
    return nil
  }

  /// What the author noted: `userInfo` with its entries.
  mutating func userInfo(of element: ModelElement, in scope: Scope) -> [String: String] {
    var info: [String: String] = [:]
    for list in element.children(named: "userInfo") {
      let inner = inside(list, of: scope)
      for entry in list.children {
        guard entry.name == "entry" else {
          refuse(entry, in: inner, known: ["entry"])
          continue
        }
        let key = required("key", of: entry, in: inner)
        if info.updateValue(entry["value"] ?? "", forKey: key) != nil {
          complain("the key \(key) is there already", at: entry, in: inner)
        }
      }
    }
    return info
  }
}
