extension ModelReader {
  /// The composites that a root declares; those that attributes use are read when they are used first.
  mutating func compositeTable(_ root: ModelElement, _ scope: Scope) -> CompositeTable {
    var table = CompositeTable()
    for element in root.children(named: "composite") where notation == .xml {
      let name = required("name", of: element, in: scope)
      if table.entries.updateValue(CompositeTable.Entry(element: element), forKey: name) != nil {
        complain("another composite is named \(name)", at: element, in: scope)
      }
    }
    return table
  }

  /// What is wrong with composites that no attribute uses is wrong, too.
  mutating func readUnusedComposites() {
    let unused = composites.entries.filter { $0.value.elements == nil }
    for (name, entry) in unused.sorted(by: { $0.key < $1.key }) {
      _ = elementsOfComposite(name, usedBy: entry.element, in: Scope(path: ElementKind.model.rawValue))
    }
  }

  /// Reads the elements of an attribute of type Composite: by the name of a composite in XML, in place in JSON.
  mutating func readElements(
    of attribute: inout AttributeDescription, _ element: ModelElement, in scope: Scope
  ) {
    let inner = inside(element, of: scope)
    var elements: [AttributeDescription] = []
    for child in element.children where child.name != "userInfo" {
      if child.name == "attribute", notation == .json {
        elements.append(self.attribute(child, in: inner))
      } else {
        refuse(child, in: inner, known: ["userInfo"])
      }
    }
    if let name = element["composite"], notation == .xml {
      elements = elementsOfComposite(name, usedBy: element, in: scope)
    }
    if elements.isEmpty { return }
    attribute.elements = elements
    composites.elementCount += attribute.elementCount
    guard let reason = limitComplaint(about: attribute) else { return }
    complain(reason, at: element, in: scope)
    attribute.elements = Self.standIn
  }

  /// Why an attribute has too many elements; those in it were looked at before.
  private func limitComplaint(about attribute: AttributeDescription) -> String? {
    if attribute.elementCount > ModelFileLimit.compositeElements
      || composites.elementCount > ModelFileLimit.elements
    {
      return "it has more than \(ModelFileLimit.compositeElements) elements"
    }
    guard attribute.elementDepth > ModelFileLimit.compositeDepth else { return nil }
    return "it has more than \(ModelFileLimit.compositeDepth) levels of elements"
  }

  /// What an attribute has whose elements cannot be used, so that there is one complaint and nothing grows on.
  private static var standIn: [AttributeDescription] { [AttributeDescription("unknown", .string)] }

  private mutating func elementsOfComposite(
    _ name: String, usedBy element: ModelElement, in scope: Scope
  ) -> [AttributeDescription] {
    guard let entry = composites.entries[name] else {
      complain("there is no composite \(name)", at: element, in: scope)
      return Self.standIn
    }
    if let elements = entry.elements { return elements }
    if entry.isBeingRead {
      complain("the composite \(name) contains itself", at: element, in: scope)
      return Self.standIn
    }
    // One of the attributes outside has too many levels then, and says so.
    if composites.depth > ModelFileLimit.compositeDepth { return Self.standIn }
    composites.entries[name]?.isBeingRead = true
    composites.depth += 1
    // Complaints about a composite are not about the first who uses it.
    let outer = Scope(path: ElementKind.model.rawValue)
    let inner = inside(entry.element, of: outer)
    var elements: [AttributeDescription] = []
    for child in entry.element.children where child.name != "userInfo" {
      if child.name == "attribute" {
        elements.append(attribute(child, in: inner))
      } else {
        refuse(child, in: inner, known: ["attribute", "userInfo"])
      }
    }
    composites.entries[name]?.elements = elements
    composites.entries[name]?.isBeingRead = false
    composites.depth -= 1
    return elements
  }
}

extension AttributeDescription {
  /// The attributes in it, all levels together.
  fileprivate var elementCount: Int { elements.reduce(elements.count) { $0 + $1.elementCount } }

  /// The levels of attributes in it; 0 without any.
  fileprivate var elementDepth: Int { (elements.lazy.map(\.elementDepth).max() ?? -1) + 1 }
}
