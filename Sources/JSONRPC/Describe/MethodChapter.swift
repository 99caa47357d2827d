import JSON

/// What the manual says about one method, or about several that are one method for different things.
///
/// `task.get` and `object.get` share a heading, their words, a table of params, one of results, and have an
/// example each. The words are those of the last of them, the general one; what not all of them have says
/// whose it is.
struct MethodChapter {
  /// In the order of the manual; never empty.
  let methods: [MethodDescription]

  /// The methods in chapters, in the order of the first of each.
  static func chapters(of methods: [MethodDescription]) -> [MethodChapter] {
    var groups: [[MethodDescription]] = []
    for method in methods {
      let place = groups.firstIndex { method.chapter != nil && $0[0].chapter == method.chapter }
      if let place { groups[place].append(method) } else { groups.append([method]) }
    }
    return groups.map { MethodChapter(methods: $0) }
  }

  /// The one whose words stand for all.
  var general: MethodDescription { methods[methods.count - 1] }

  /// A link to each method.
  var links: String {
    methods.map { "[`\($0.name)`](#\(MarkdownLink.anchor($0.name)))" }.joined(separator: ", ")
  }

  var markdown: String {
    let anchors = methods.map { #"<a id="\#(MarkdownLink.anchor($0.name))"></a>"# }.joined()
    var text = methods.count > 1 ? anchors + "\n\n" : ""
    text += "### \(Self.names(methods))\n\n\(general.summary)\n\n"
    text += general.isNotification ? "A notification.\n" : "Effect: \(general.effect.rawValue).\n"
    text += "\n" + paramsText
    if !general.isNotification { text += "\n" + resultText }
    if !errorsText.isEmpty { text += "\nErrors: \(errorsText).\n" }
    if let model = general.example.model { text += "\nThe example is about the model `\(model)`.\n" }
    return text + "\n```json\n" + methods.map(\.exampleText).joined(separator: "\n") + "```\n"
  }

  private var paramsText: String {
    let rows = MemberRow.merged(methods.map { ($0.name, $0.params.rows) })
    guard !rows.isEmpty else { return general.params.isOpen ? "Params: any object.\n" : "No params.\n" }
    let cells = rows.map { row in
      ["`\(row.path)`", row.property.schema.typeName, row.property.need, meaning(of: row)]
    }
    return MarkdownTable(header: ["param", "type", "", "meaning"]).adding(cells).text
  }

  private var resultText: String {
    let result = general.result
    let words = result.title == nil ? result.description.map { " \($0)" } ?? "" : ""
    let rows = MemberRow.merged(methods.map { ($0.name, $0.result.rows) })
    guard !rows.isEmpty else { return "Result: \(result.typeName).\(words)\n" }
    let cells = rows.map { row in
      ["`\(row.path)`", row.property.schema.typeName, meaning(of: row)]
    }
    return "Result: \(result.typeName).\(words)\n\n"
      + MarkdownTable(header: ["member", "type", "meaning"]).adding(cells).text
  }

  private func meaning(of row: MemberRow) -> String {
    let words = row.property.schema.description ?? ""
    return row.owners.count == methods.count ? words : Self.only(row.owners) + ". " + words
  }

  private var errorsText: String {
    var kinds: [ErrorKind] = []
    for kind in methods.reversed().flatMap(\.errors) where !kinds.contains(kind) { kinds.append(kind) }
    return kinds.map { kind in
      let owners = methods.filter { $0.errors.contains(kind) }
      return "`\(kind.name)`"
        + (owners.count == methods.count ? "" : " (\(Self.only(owners.map(\.name)).lowercased()))")
    }.joined(separator: ", ")
  }

  private static func only(_ names: [String]) -> String {
    "Only " + names.map { "`\($0)`" }.joined(separator: ", ")
  }

  private static func names(_ methods: [MethodDescription]) -> String {
    methods.map { "`\($0.name)`" }.joined(separator: ", ")
  }
}

extension MethodDescription {
  /// The request, and the reply if there is one, a line each.
  fileprivate var exampleText: String {
    let values = example.values
    var request: JSONObject = ["jsonrpc": "2.0"]
    if !isNotification { request["id"] = 1 }
    request["method"] = .string(name)
    request["params"] = values.params
    let text = JSONValue.object(request).text + "\n"
    guard !isNotification, let result = values.result else { return text }
    return text + JSONValue.object(["jsonrpc": "2.0", "id": 1, "result": result]).text + "\n"
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
