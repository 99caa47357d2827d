import JSONRPC

/// What the methods that are written once for all families differ in, as a chapter of the manual.
enum FamilyTable {
  static var markdown: String {
    let rows = [
      row(TaskFamily.self, entity: TaskModel.task), row(CategoryFamily.self, entity: TaskModel.category),
      row(AnyEntityFamily.self, entity: "the one that `\(AnyEntityFamily.scopeField.name)` names"),
    ]
    return "These are the same methods for different entities, and share their chapters:\n\n"
      + MarkdownTable(header: ["methods", "entity", "key beside `objectID`", "to add"]).adding(rows).text
      + "\n"
  }

  private static func row<Family: ObjectFamily>(_ family: Family.Type, entity: String) -> [String] {
    let key = Family.hasKey ? "`\(Family.keyName)`" : "none"
    return [
      "`\(Family.prefix).…`", entity, "\(key). \(Family.keyNote)", "`\(Family.prefix).\(Family.addVerb)`",
    ]
  }
}
