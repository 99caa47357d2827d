/// One element of a model file: what both notations, XML and JSON, are read into.
///
/// It has the names of Xcode's files, because those are given: `entity` with `name` and `parentEntity`, and so on.
struct ModelElement: Hashable, Sendable {
  /// A name and what it stands for, references resolved.
  struct Attribute: Hashable, Sendable {
    var name: String
    var value: String
  }

  /// Where an element begins.
  struct Place: Hashable, Sendable {
    /// 1 for the first line of the file; 0 where there is no file.
    var line = 0
    /// The JSON Pointer (RFC 6901) of what was made into the element; nil in XML.
    var pointer: String?
  }

  var name: String
  /// In order of the file; no two have one name.
  var attributes: [Attribute] = []
  var children: [ModelElement] = []
  /// What stands between the tags, all of it, unless it is white space alone.
  var text = ""
  var place = Place()

  init(_ name: String, at place: Place = Place()) {
    self.name = name
    self.place = place
  }

  /// The value of an attribute; setting nil leaves the element without it.
  ///
  /// - Complexity: O(attributes).
  subscript(name: String) -> String? {
    get { attributes.first { $0.name == name }?.value }
    set {
      attributes.removeAll { $0.name == name }
      if let newValue { attributes.append(Attribute(name: name, value: newValue)) }
    }
  }

  /// The children of one name, in order.
  func children(named name: String) -> [ModelElement] { children.filter { $0.name == name } }
}
