import JSON

extension ServiceDescription {
  /// The service as a manual in Markdown; the same text for the same table.
  package var markdown: String {
    var text = "# \(title) \(version)\n\n\(summary)\n"
    for section in sections { text += "\n## \(section.title)\n\n\(section.text)\n" }
    text += "\n## Methods\n\n" + methodIndex
    for method in methods { text += "\n" + method.markdown }
    if !notifications.isEmpty { text += "\n## Notifications to the client\n" }
    for notification in notifications { text += "\n" + notification.markdown }
    text += "\n## Errors\n\n" + errorTable
    return text
  }

  private var methodIndex: String {
    Table(header: ["method", "effect", "what it does"])
      .adding(
        methods.map {
          ["[`\($0.name)`](#\(Self.anchor($0.name)))", $0.effect.rawValue, $0.summary.firstSentence]
        }
      ).text
  }

  /// The anchor that renderers make of a heading: lower case, without dots and dollar signs.
  private static func anchor(_ name: String) -> String {
    String(name.lowercased().filter { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" })
  }

  private var errorTable: String {
    Table(header: ["`error.data.kind`", "`error.code`", "meaning", "other members of `data`"])
      .adding(
        errors.map { kind in
          [
            "`\(kind.name)`", String(kind.code), kind.meaning,
            kind.members.map { "`\($0)`" }.joined(separator: ", "),
          ]
        }
      ).text
  }
}

extension MethodDescription {
  fileprivate var markdown: String {
    var text = "### `\(name)`\n\n\(summary)\n\n"
    text += isNotification ? "A notification: it has no reply.\n" : "Effect: \(effect.rawValue).\n"
    text += "\n" + paramsText
    if !isNotification { text += "\n" + resultText }
    if !errors.isEmpty {
      text += "\nErrors: " + errors.map { "`\($0.name)`" }.joined(separator: ", ") + ".\n"
    }
    return text + "\n" + exampleText
  }

  private var paramsText: String {
    let rows = params.rows
    guard !rows.isEmpty else { return params.isOpen ? "Params: any object.\n" : "No params.\n" }
    let cells = rows.map { row in
      [
        "`\(row.path)`", row.property.schema.typeName, row.property.need,
        row.property.schema.description ?? "",
      ]
    }
    return Table(header: ["param", "type", "", "meaning"]).adding(cells).text
  }

  private var resultText: String {
    let rows = result.rows
    let words = result.description.map { " \($0)" } ?? ""
    guard !rows.isEmpty else { return "Result: \(result.typeName).\(words)\n" }
    let cells = rows.map { row in
      ["`\(row.path)`", row.property.schema.typeName, row.property.schema.description ?? ""]
    }
    return "Result: \(result.typeName).\(words)\n\n"
      + Table(header: ["member", "type", "meaning"]).adding(cells).text
  }

  private var exampleText: String {
    let values = example.values
    var request: JSONObject = ["jsonrpc": "2.0"]
    if !isNotification { request["id"] = 1 }
    request["method"] = .string(name)
    request["params"] = values.params
    var text = "```json\n" + JSONValue.object(request).text + "\n"
    if !isNotification, let result = values.result {
      text += JSONValue.object(["jsonrpc": "2.0", "id": 1, "result": result]).text + "\n"
    }
    return text + "```\n"
  }
}

extension NotificationDescription {
  fileprivate var markdown: String {
    let cells = params.rows.map { row in
      ["`\(row.path)`", row.property.schema.typeName, row.property.schema.description ?? ""]
    }
    let sample: JSONValue = [
      "jsonrpc": "2.0", "method": .string(name), "params": MethodExample.parse(example),
    ]
    return "### `\(name)`\n\n\(summary)\n\n"
      + Table(header: ["param", "type", "meaning"]).adding(cells).text
      + "\n```json\n\(sample.text)\n```\n"
  }
}

extension JSONSchema.Property {
  /// Whether a client must give it, and what it stands for otherwise.
  fileprivate var need: String {
    if isRequired { return "required" }
    if let value = schema.keywords["default"] { return "default `\(value.text)`" }
    return "optional"
  }
}

/// A Markdown table whose cells are escaped.
private struct Table {
  private(set) var text: String

  init(header: [String]) {
    text = Self.row(header) + Self.row(header.map { _ in "---" })
  }

  func adding(_ rows: [[String]]) -> Table {
    var table = self
    for row in rows { table.text += Self.row(row) }
    return table
  }

  private static func row(_ cells: [String]) -> String {
    let escaped = cells.map { $0.replacing("|", with: "\\|").replacing("\n", with: " ") }
    return "| " + escaped.joined(separator: " | ") + " |\n"
  }
}

extension String {
  /// Up to the first full stop that ends a sentence.
  fileprivate var firstSentence: String {
    guard let end = firstRange(of: ". ") else { return self }
    return String(self[..<end.lowerBound]) + "."
  }
}
