/// The composites of a model file by name.
struct CompositeTable {
  struct Entry {
    var element: ModelElement
    /// Nil until an attribute has used it.
    var elements: [AttributeDescription]?
    var isBeingRead = false
  }

  var entries: [String: Entry] = [:]
  /// Composites that are being read at the moment, each for an attribute of the one before.
  var depth = 0
  /// Elements of all attributes so far: a composite counts each time that it is used.
  var elementCount = 0
}

extension AttributeDescription {
  /// The attributes in it, all levels together.
  fileprivate var elementCount: Int { elements.reduce(elements.count) { $0 + $1.elementCount } }
}

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
    let count = attribute.elementCount
    composites.elementCount += count
    if count > ModelFileLimit.compositeElements || composites.elementCount > ModelFileLimit.elements {
      complain("it has more than \(ModelFileLimit.compositeElements) elements", at: element, in: scope)
      attribute.elements = Self.standIn
    }
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
    if entry.isBeingRead || composites.depth == ModelFileLimit.compositeDepth {
      let reason = entry.isBeingRead ? "contains itself" : "is too deep in others"
      complain("the composite \(name) \(reason)", at: element, in: scope)
      return Self.standIn
    }
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
