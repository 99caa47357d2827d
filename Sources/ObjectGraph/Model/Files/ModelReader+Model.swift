extension ModelReader {
  /// Reads the root element.
  mutating func readModel(_ root: ModelElement) {
    let scope = Scope(path: root.name)
    places[.model] = place(of: root, in: Scope(path: ""))
    guard root.name == ElementKind.model.rawValue else {
      complain("a model file begins with <model>, not <\(root.name)>", at: root, in: Scope(path: ""))
      return
    }
    checkForm(of: root, Scope(path: ""))
    if let identifier = root["userDefinedModelVersionIdentifier"] {
      declaration.versionIdentifiers = [identifier]
    }
    composites = compositeTable(root, scope)
    for child in root.children { readPart(child, in: scope) }
    readUnusedComposites()
  }

  private static let parts = ["entity", "configuration", "fetchRequest", "composite", "elements"]

  private mutating func readPart(_ element: ModelElement, in scope: Scope) {
    switch (element.name, notation) {
    case ("entity", _): readEntity(element, in: scope)
    case ("configuration", _): readConfiguration(element, in: scope)
    case ("fetchRequest", _): readTemplate(element, in: scope)
    case ("versionIdentifier", .json): declaration.versionIdentifiers.append(element["value"] ?? "")
    // Composites were read before; elements say where the editor draws what.
    case ("composite", .xml), ("elements", .xml): break
    default: refuse(element, in: scope, known: Self.parts)
    }
  }

  /// Model files say everything in tags, and attributes that differ from known ones in case are not new ones.
  private mutating func checkForm(of element: ModelElement, _ scope: Scope) {
    if !element.text.isEmpty { complain("there is text in <\(element.name)>", at: element, in: scope) }
    if notation == .xml { refuseMisspelledAttributes(of: element, scope) }
    if element.children.isEmpty { return }
    let inner = inside(element, of: scope)
    for child in element.children { checkForm(of: child, inner) }
  }

  private mutating func refuseMisspelledAttributes(of element: ModelElement, _ scope: Scope) {
    guard let known = ElementKind(rawValue: element.name)?.spellings else { return }
    for attribute in element.attributes {
      guard let name = known[attribute.name.lowercased()], name != attribute.name else { continue }
      complain(
        "there is no attribute \(attribute.name) here", at: element, in: scope, nearest: name)
    }
  }

  /// The text of a predicate; nil for an empty one, too, which the editor leaves behind.
  func predicate(_ name: String, of element: ModelElement) -> String? {
    element[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  private mutating func readConfiguration(_ element: ModelElement, in scope: Scope) {
    let name = required("name", of: element, in: scope)
    let inner = inside(element, of: scope)
    var members: [String] = []
    for child in element.children {
      if child.name == "memberEntity" {
        members.append(required("name", of: child, in: inner))
      } else {
        refuse(child, in: inner, known: ["memberEntity"])
      }
    }
    places[.configuration(name)] = place(of: element, in: scope)
    if declaration.configurations.updateValue(members, forKey: name) != nil {
      complain("another configuration is named \(name)", at: element, in: scope)
    }
  }

  private mutating func readTemplate(_ element: ModelElement, in scope: Scope) {
    let name = required("name", of: element, in: scope)
    let template = fetchRequest(element, in: scope)
    places[.fetchRequest(name)] = place(of: element, in: scope)
    if declaration.fetchRequestTemplates.updateValue(template, forKey: name) != nil {
      complain("another fetch request is named \(name)", at: element, in: scope)
    }
  }

  /// A fetch request of the model or of a fetched property.
  mutating func fetchRequest(_ element: ModelElement, in scope: Scope) -> FetchRequestTemplate {
    var request = FetchRequestTemplate(
      entityName: required("entity", of: element, in: scope),
      predicateFormat: predicate("predicateString", of: element))
    if let index = word("resultType", of: element, in: scope) {
      request.resultType = FetchRequestTemplate.ResultType.allCases[index]
    }
    request.fetchLimit = count("fetchLimit", of: element, in: scope) ?? 0
    request.fetchBatchSize = count("fetchBatchSize", of: element, in: scope) ?? 0
    request.includesSubentities = flag("includeSubentities", of: element, in: scope)
    request.includesPropertyValues = flag("includePropertyValues", of: element, in: scope)
    request.includesPendingChanges = flag("includesPendingChanges", of: element, in: scope)
    request.returnsObjectsAsFaults = flag("returnObjectsAsFaults", of: element, in: scope)
    request.returnsDistinctResults = flag("returnDistinctResults", of: element, in: scope)
    let inner = inside(element, of: scope)
    for child in element.children { refuse(child, in: inner, known: []) }
    return request
  }
}
