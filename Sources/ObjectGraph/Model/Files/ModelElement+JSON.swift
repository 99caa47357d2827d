import JSON

/// Elements as the JSON that `ModelJSONReader` reads into them.
extension ModelElement {
  /// The object that stands for an element of a kind; what is as usual is left out.
  func json(_ kind: ElementKind) -> JSONValue {
    let type = self["attributeType"].flatMap { AttributeType(modelName: $0) }
    var members = kind.fields.compactMap { field in
      json(field, type).map { JSONObject.Member(key: field.json, value: $0) }
    }
    members += kind.sections.compactMap { section in
      json(section.form).map { JSONObject.Member(key: section.json, value: $0) }
    }
    return .object(members.reduce(into: JSONObject()) { $0[$1.key] = $1.value })
  }

  /// A scalar member; nil for one that is as usual.
  private func json(_ field: ElementField, _ type: AttributeType?) -> JSONValue? {
    guard field.applies(to: type) else { return nil }
    let text = self[field.xmlName(for: type)]
    switch field.form {
    case .flag(let isUsual):
      let isSet = text == "YES"
      return isSet == isUsual ? nil : .bool(isSet)
    case .value, .bound: return text.flatMap { Self.json($0, type) }
    case .count, .length: return text.flatMap { Self.number($0) }
    case .word(let words, let xml): return text.flatMap { xml.firstIndex(of: $0) }.map { .string(words[$0]) }
    case .text: return text.map { .string($0) }
    }
  }

  private static func number(_ text: String) -> JSONValue? { try? JSONValue(parsing: text) }

  private static func json(_ text: String, _ type: AttributeType?) -> JSONValue? {
    switch type {
    case .integer16, .integer32, .integer64, .double, .float, .date: number(text)
    case .boolean: .bool(text == "YES")
    default: .string(text)
    }
  }

  private func json(_ form: ElementSection.Form) -> JSONValue? {
    switch form {
    case .object(let kind): return children.first { $0.name == kind.rawValue }?.json(kind)
    case .objects(let kind): return Self.list(children(named: kind.rawValue).map { $0.json(kind) })
    case .names(let element, let attribute):
      return Self.list(children(named: element).map { .string($0[attribute] ?? "") })
    case .constraints:
      let constraints = children(named: "uniquenessConstraints").flatMap(\.children)
      return Self.list(constraints.map { .array($0.children.map { .string($0["value"] ?? "") }) })
    case .indexElements: return .array(children.map(\.indexElementJSON))
    case .userInfo:
      let entries = children(named: "userInfo").flatMap(\.children)
      if entries.isEmpty { return nil }
      return .object(
        entries.reduce(into: JSONObject()) { $0[$1["key"] ?? ""] = .string($1["value"] ?? "") })
    }
  }

  /// Nil for a list without elements.
  private static func list(_ elements: [JSONValue]) -> JSONValue? {
    elements.isEmpty ? nil : .array(elements)
  }

  private var indexElementJSON: JSONValue {
    let isDescending = self["order"] == "descending"
    if self["type"] != "RTree", self["expression"] == nil, let property = self["property"] {
      return .string(isDescending ? "-" + property : property)
    }
    var object = JSONObject()
    for name in ["property", "expression"] { object[name] = self[name].map { .string($0) } }
    if isDescending { object["ascending"] = false }
    if self["type"] == "RTree" { object["collation"] = "rTree" }
    return .object(object)
  }
}
