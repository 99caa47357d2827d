import JSON

// MARK: - Scalars

extension ModelJSONReader {
  /// The XML attribute that a member stands for; nil for null, and, noted, for what it cannot be.
  mutating func attribute(
    _ field: ElementField, _ json: PlacedJSON, of type: AttributeType?, at pointer: String
  ) -> (name: String, text: String)? {
    guard case .scalar(let value) = json.content else {
      complain("\(field.json) cannot be \(json.kindName)", at: json, pointer)
      return nil
    }
    if value == .null { return nil }
    if let text = Self.text(of: value, as: field.form, type) { return (field.xmlName(for: type), text) }
    complain(
      "\(field.json) must be \(Self.expectation(of: field.form, type)), and is \(value.kindName)", at: json,
      pointer)
    return nil
  }

  private static func text(of value: JSONValue, as form: ElementField.Form, _ type: AttributeType?) -> String?
  {
    switch (form, value) {
    case (.text, .string(let text)): text
    case (.flag, .bool(let truth)): truth ? "YES" : "NO"
    case (.count, .number(let number)): number.int64.map { String($0) } ?? number.text
    case (.length, .number(let number)) where type == .string: number.int64.map { String($0) } ?? number.text
    case (.word(let words, let xml), .string(let text)): words.firstIndex(of: text).map { xml[$0] }
    case (.value, _): text(of: value, ofType: type)
    case (.bound, _) where type != .string: text(of: value, ofType: type)
    default: nil
    }
  }

  /// A value in the form that JSON has for its type.
  private static func text(of value: JSONValue, ofType type: AttributeType?) -> String? {
    switch (type, value) {
    case (.integer16, .number(let number)), (.integer32, .number(let number)),
      (.integer64, .number(let number)), (.decimal, .number(let number)), (.double, .number(let number)),
      (.float, .number(let number)), (.date, .number(let number)):
      number.text
    case (.decimal, .string(let text)), (.string, .string(let text)), (.uuid, .string(let text)),
      (.uri, .string(let text)), (.binary, .string(let text)), (.transformable, .string(let text)):
      text
    case (.boolean, .bool(let truth)): truth ? "YES" : "NO"
    // Without a type that is known there is a complaint already.
    case (nil, .string(let text)): text
    case (nil, .number(let number)): number.text
    case (nil, .bool(let truth)): truth ? "YES" : "NO"
    default: nil
    }
  }

  private static func expectation(of form: ElementField.Form, _ type: AttributeType?) -> String {
    switch form {
    case .text: "a string"
    case .flag: "true or false"
    case .count: "a number"
    case .length: type == .string ? "a number" : "left to attributes of type String"
    case .word(let words, _): "one of " + words.map { "\"\($0)\"" }.joined(separator: ", ")
    case .bound where type == .string: "left to other types: strings have minLength and maxLength"
    case .value, .bound: type.map { valueExpectation(of: $0) } ?? "a value"
    }
  }

  private static func valueExpectation(of type: AttributeType) -> String {
    switch type {
    case .integer16, .integer32, .integer64, .double, .float: "a number"
    case .decimal: "a number, or a string with one"
    case .date: "a number of seconds since 2001-01-01 UTC"
    case .boolean: "true or false"
    case .string, .uuid, .uri: "a string"
    case .binary, .transformable: "a string in base64"
    case .undefined, .composite: "absent"
    }
  }
}

// MARK: - Sections

extension ModelJSONReader {
  /// The elements that a section stands for.
  mutating func children(
    _ form: ElementSection.Form, _ json: PlacedJSON, at pointer: String
  ) -> [ModelElement] {
    switch form {
    case .object(let kind): return element(kind, json, at: pointer).map { [$0] } ?? []
    case .userInfo: return userInfo(json, at: pointer).map { [$0] } ?? []
    case .constraints:
      var list = makeElement("uniquenessConstraints", for: json, pointer)
      list.children = elements(of: json, at: pointer).map { constraint, pointer in
        var child = makeElement("uniquenessConstraint", for: constraint, pointer)
        child.children = names(in: constraint, element: "constraint", attribute: "value", at: pointer)
        return child
      }
      return [list]
    case .names(let element, let attribute):
      return names(in: json, element: element, attribute: attribute, at: pointer)
    case .objects(let kind):
      return elements(of: json, at: pointer).compactMap { element(kind, $0, at: $1) }
    case .indexElements:
      return elements(of: json, at: pointer).compactMap { indexElement($0, at: $1) }
    }
  }

  /// The elements of an array with their pointers; none, and noted, if it is no array.
  private mutating func elements(of json: PlacedJSON, at pointer: String) -> [(PlacedJSON, String)] {
    guard case .array(let elements) = json.content else {
      complain("it must be an array, and is \(json.kindName)", at: json, pointer)
      return []
    }
    return elements.enumerated().map { ($1, "\(pointer)/\($0)") }
  }

  private mutating func names(
    in json: PlacedJSON, element: String, attribute: String, at pointer: String
  ) -> [ModelElement] {
    elements(of: json, at: pointer).compactMap { name, pointer in
      guard let text = string(name, at: pointer) else { return nil }
      var child = makeElement(element, for: name, pointer)
      child[attribute] = text
      return child
    }
  }

  private mutating func string(_ json: PlacedJSON, at pointer: String) -> String? {
    if let text = json.string { return text }
    complain("it must be a string, and is \(json.kindName)", at: json, pointer)
    return nil
  }

  private mutating func userInfo(_ json: PlacedJSON, at pointer: String) -> ModelElement? {
    guard case .object(let members) = json.content else {
      complain("it must be an object, and is \(json.kindName)", at: json, pointer)
      return nil
    }
    var list = makeElement("userInfo", for: json, pointer)
    for (key, value) in members {
      let inner = pointer + "/" + Self.escaped(key)
      guard let text = string(value, at: inner) else { continue }
      var entry = makeElement("entry", for: value, inner)
      (entry["key"], entry["value"]) = (key, text)
      list.children.append(entry)
    }
    return list
  }
}

// MARK: - Elements of indexes

extension ModelJSONReader {
  private static let indexFields: [ElementField] = [
    ElementField("property"), ElementField("expression"),
    ElementField("order", "ascending", .flag(isUsual: true)),
    ElementField("type", "collation", .word(json: ["binary", "rTree"], xml: ["Binary", "RTree"])),
  ]

  /// `"date"`, `"-date"` for the greatest first, or an object with `property` or `expression`, `ascending` and
  /// `collation`.
  private mutating func indexElement(_ json: PlacedJSON, at pointer: String) -> ModelElement? {
    var element = makeElement("fetchIndexElement", for: json, pointer)
    guard case .object(let members) = json.content else {
      guard let text = string(json, at: pointer) else { return nil }
      let isDescending = text.hasPrefix("-")
      element["property"] = isDescending ? String(text.dropFirst()) : text
      element["order"] = isDescending ? "descending" : "ascending"
      return element
    }
    for (key, value) in members {
      let inner = pointer + "/" + Self.escaped(key)
      guard let field = Self.indexFields.first(where: { $0.json == key }) else {
        complain("an element of an index has no member \(key)", at: value, inner)
        continue
      }
      guard let (name, text) = attribute(field, value, of: nil, at: inner) else { continue }
      element[name] = name == "order" ? (text == "YES" ? "ascending" : "descending") : text
    }
    return element
  }
}
