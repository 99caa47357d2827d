import JSON

extension ServiceDescription {
  /// The service as a manual in Markdown; the same text for the same table.
  ///
  /// Words first, then the tables that are looked up: errors, methods, shapes, notifications. Every chapter
  /// is in the table of contents.
  package var markdown: String {
    let chapters = self.chapters
    let contents = chapters.map { "- " + MarkdownLink.text($0.title) + "\n" }.joined()
    let body = chapters.map { "\n## \($0.title)\n\n\($0.text)\n" }.joined()
    return "# \(title) \(version)\n\n\(summary)\n\n\(contents)\(body)"
  }

  private var chapters: [Section] {
    let errors = Section(title: "Errors", text: errorNotes + errorTable)
    return (sections + [errors, methodsSection] + shapesSection + notificationsSection + appendices).map {
      Section(title: $0.title, text: $0.text.droppingLastLineEnds)
    }
  }

  private var methodsSection: Section {
    let chapters = MethodChapter.chapters(of: methods)
    let text = methodNotes + Self.index(of: chapters) + chapters.map { "\n" + $0.markdown }.joined()
    return Section(title: "Methods", text: text)
  }

  private static func index(of chapters: [MethodChapter]) -> String {
    MarkdownTable(header: ["method", "effect", "what it does"])
      .adding(chapters.map { [$0.links, $0.general.effect.rawValue, $0.general.summary.firstSentence] }).text
  }

  private var shapesSection: [Section] {
    let shapes = SharedShapes(in: self).all
    if shapes.isEmpty { return [] }
    let text = shapes.map { shape in
      let words = shape.description.map { $0 + "\n\n" } ?? ""
      return "### \(shape.title ?? "")\n\n\(words)\(shape.withoutTitle.memberTable)"
    }
    return [Section(title: "Shapes", text: text.joined(separator: "\n"))]
  }

  private var notificationsSection: [Section] {
    if notifications.isEmpty { return [] }
    return [
      Section(
        title: "Notifications to the client", text: notifications.map(\.markdown).joined(separator: "\n"))
    ]
  }

  private var errorTable: String {
    MarkdownTable(header: ["`error.data.kind`", "`error.code`", "meaning", "other members of `data`"])
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

extension NotificationDescription {
  fileprivate var markdown: String {
    let sample: JSONValue = [
      "jsonrpc": "2.0", "method": .string(name), "params": MethodExample.parse(example),
    ]
    return "### `\(name)`\n\n\(summary)\n\n" + params.memberTable + "\n```json\n\(sample.text)\n```\n"
  }
}

extension JSONSchema {
  /// A table of what an object has.
  var memberTable: String {
    let cells = rows.map { row in
      ["`\(row.path)`", row.property.schema.typeName, row.property.schema.description ?? ""]
    }
    return MarkdownTable(header: ["member", "type", "meaning"]).adding(cells).text
  }
}

extension String {
  /// Up to the first full stop that ends a sentence.
  fileprivate var firstSentence: String {
    guard let end = firstRange(of: ". ") else { return self }
    return String(self[..<end.lowerBound]) + "."
  }

  fileprivate var droppingLastLineEnds: String {
    var text = self
    while text.last == "\n" { text.removeLast() }
    return text
  }
}
