import JSON

/// Schemas taken apart again, for the documents.
extension JSONSchema {
  /// The members an object schema lists; none for other schemas.
  var listedProperties: [Property] {
    let required = keywords["required"]?.array ?? []
    let members = keywords["properties"]?.object?.members ?? []
    return members.map { member in
      let schema = JSONSchema(member.value.object ?? JSONObject())
      return Property(member.key, schema, isRequired: required.contains(.string(member.key)))
    }
  }

  /// Whether members that are not listed are allowed.
  var isOpen: Bool { keywords["additionalProperties"] != false }

  var description: String? { keywords["description"]?.string }

  /// The name of the shape where many methods have it.
  var title: String? { keywords["title"]?.string }

  /// The same, to be described itself instead of linked.
  var withoutTitle: JSONSchema {
    var schema = self
    schema.keywords["title"] = nil
    return schema
  }

  /// The schema of the values of a map; nil for other schemas.
  var mapValues: JSONSchema? { keywords["additionalProperties"]?.object.map(JSONSchema.init) }

  /// The schema of an array's elements.
  var elements: JSONSchema? { keywords["items"]?.object.map(JSONSchema.init) }

  /// The schemas of which one must fit; none for other schemas.
  var choices: [JSONSchema] {
    (keywords["anyOf"]?.array ?? []).map { JSONSchema($0.object ?? JSONObject()) }
  }

  /// What a person calls the type: "integer", `"a" or "b"`, "array of strings"; a link to a shape that has a
  /// title.
  var typeName: String {
    if let title { return MarkdownLink.text(title) }
    if let names = keywords["enum"]?.array { return names.map { "`\($0.text)`" }.joined(separator: ", ") }
    if !choices.isEmpty {
      var names: [String] = []
      for name in choices.map(\.typeName) where !names.contains(name) { names.append(name) }
      return names.joined(separator: " or ")
    }
    if let elements { return "array of " + elements.typeName }
    return keywords["type"]?.string ?? "any value"
  }

  /// The members at every depth, each with its path: `objects[].uuid`; of all choices together where there
  /// are some.
  ///
  /// The names of a map are `*`. Shapes with a title have their rows elsewhere.
  var rows: [(path: String, property: Property)] {
    var rows: [(path: String, property: Property)] = []
    collectRows(prefix: "", into: &rows)
    return rows
  }

  private func collectRows(prefix: String, into rows: inout [(path: String, property: Property)]) {
    if title != nil { return }
    for property in listedProperties {
      let path = prefix + property.name
      if !rows.contains(where: { $0.path == path }) { rows.append((path, property)) }
      property.schema.collectRows(prefix: path + ".", into: &rows)
      property.schema.elements?.collectRows(prefix: path + "[].", into: &rows)
      property.schema.mapValues?.collectRows(prefix: path + ".*.", into: &rows)
    }
    for choice in choices { choice.collectRows(prefix: prefix, into: &rows) }
  }
}
