package import JSON

/// A JSON Schema (draft 7), as far as methods need it.
package struct JSONSchema: Hashable, Sendable {
  /// The keywords in the order they are printed.
  package var keywords: JSONObject

  package init(_ keywords: JSONObject) {
    self.keywords = keywords
  }

  /// Any value at all.
  package static let any = JSONSchema([:])

  /// Null and nothing else.
  package static let null = type("null")
  /// True or false.
  package static let boolean = type("boolean")
  /// A number without a fraction.
  package static let integer = type("integer")
  /// Any number.
  package static let number = type("number")
  /// Any string.
  package static let string = type("string")

  /// An object with members of any name.
  package static let anyObject = type("object")

  /// A value of one of JSON's types.
  package static func type(_ name: String) -> JSONSchema {
    JSONSchema(["type": .string(name)])
  }

  /// One of these strings.
  package static func oneOf(_ names: [String]) -> JSONSchema {
    JSONSchema(["type": "string", "enum": .array(names.map(JSONValue.string))])
  }

  /// A value that fits one of the schemas.
  package static func any(of schemas: [JSONSchema]) -> JSONSchema {
    JSONSchema(["anyOf": .array(schemas.map(\.value))])
  }

  /// An array whose elements all have one schema.
  package static func array(of element: JSONSchema) -> JSONSchema {
    JSONSchema(["type": "array", "items": element.value])
  }

  /// An object whose members have any name and all the same schema.
  package static func map(of element: JSONSchema) -> JSONSchema {
    JSONSchema(["type": "object", "additionalProperties": element.value])
  }

  /// One member of an object.
  package struct Property: Hashable, Sendable {
    /// The key.
    package var name: String
    /// What its value has to fit.
    package var schema: JSONSchema
    /// Whether it must be there.
    package var isRequired: Bool

    package init(_ name: String, _ schema: JSONSchema, isRequired: Bool) {
      self.name = name
      self.schema = schema
      self.isRequired = isRequired
    }
  }

  /// An object with these members, and only these unless it is open.
  package static func object(_ properties: [Property], isOpen: Bool = false) -> JSONSchema {
    var members = JSONObject()
    for property in properties { members[property.name] = property.schema.value }
    let required = properties.filter(\.isRequired).map { JSONValue.string($0.name) }
    var keywords: JSONObject = ["type": "object", "properties": .object(members)]
    if !required.isEmpty { keywords["required"] = .array(required) }
    if !isOpen { keywords["additionalProperties"] = false }
    return JSONSchema(keywords)
  }

  /// The schema of an object with one more member, which may be absent.
  package func adding(_ name: String, _ property: JSONSchema) -> JSONSchema {
    var schema = self
    var members = keywords["properties"]?.object ?? JSONObject()
    members[name] = property.value
    schema.keywords["properties"] = .object(members)
    return schema
  }

  /// The same schema with a sentence for people.
  package func described(_ description: String) -> JSONSchema {
    var schema = self
    schema.keywords["description"] = .string(description)
    return schema
  }

  /// The same schema with the name of a shape, under which the manual describes it once.
  package func titled(_ title: String) -> JSONSchema {
    var schema = self
    schema.keywords["title"] = .string(title)
    return schema
  }

  /// The same schema with the value an absent member stands for.
  package func withDefault(_ value: JSONValue) -> JSONSchema {
    var schema = self
    schema.keywords["default"] = value
    return schema
  }

  /// The schema as JSON.
  package var value: JSONValue { .object(keywords) }
}
