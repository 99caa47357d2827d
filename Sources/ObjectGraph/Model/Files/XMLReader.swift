/// Reads the XML that Xcode writes models and property lists in, and nothing beyond it.
///
/// Bytes become elements with their lines. What such files never hold is refused rather than interpreted: document
/// types (but the one of property lists), processing instructions, entities beyond the five, marked sections. So
/// nothing is ever expanded or fetched, and the time is linear in the bytes. Source: XML 1.0, fifth edition.
struct XMLReader {
  /// What to do about a document type.
  enum Doctype {
    case refused
    /// `<!DOCTYPE plist …>` without declarations of its own is skipped.
    case propertyList
  }

  var cursor: XMLCursor
  private let doctype: Doctype
  private var elementCount = 0

  private init(_ bytes: [UInt8], _ doctype: Doctype) {
    cursor = XMLCursor(bytes)
    self.doctype = doctype
  }

  /// Reads one document.
  ///
  /// - Complexity: O(bytes).
  static func read(_ bytes: [UInt8], doctype: Doctype = .refused) throws(XMLError) -> ModelElement {
    var reader = XMLReader(bytes, doctype)
    try reader.cursor.checkCharacters()
    return try reader.readDocument()
  }

  private mutating func readDocument() throws(XMLError) -> ModelElement {
    try readDeclaration()
    try skipAround()
    if doctype == .propertyList, cursor.skip("<!DOCTYPE") {
      try skipDoctype()
      try skipAround()
    }
    let root = try readElements()
    try skipAround()
    guard cursor.isAtEnd else {
      try refuseMarkup()
      throw cursor.error(.contentAfterRoot)
    }
    return root
  }

  /// White space and comments outside of the root.
  private mutating func skipAround() throws(XMLError) {
    repeat { cursor.skipSpace() } while try skipComment()
  }

  /// The root with everything in it; elements that are open lie on a stack of their own, not on the thread's.
  private mutating func readElements() throws(XMLError) -> ModelElement {
    var open: [ModelElement] = []
    while true {
      if !open.isEmpty { try readText(into: &open[open.count - 1]) }
      if try skipComment() { continue }
      var closed: ModelElement?
      if cursor.skip("</") {
        closed = try readEnd(of: open.popLast())
      } else {
        try refuseMarkup()
        let (element, isEmpty) = try readStart()
        if isEmpty {
          closed = element
        } else {
          open.append(element)
          if open.count > ModelFileLimit.depth { throw cursor.error(.tooDeep) }
        }
      }
      guard let closed else { continue }
      if open.isEmpty { return closed }
      open[open.count - 1].children.append(closed)
    }
  }

  /// A start tag, or an empty-element tag.
  private mutating func readStart() throws(XMLError) -> (ModelElement, isEmpty: Bool) {
    if cursor.starts(with: "<<<<<<<") { throw cursor.error(.merge) }
    guard cursor.byte == UInt8(ascii: "<") else {
      throw cursor.error(cursor.isAtEnd ? .expectedElement : .textOutside)
    }
    let line = cursor.line()
    elementCount += 1
    if elementCount > ModelFileLimit.elements { throw cursor.error(.tooManyElements) }
    cursor.position += 1
    var element = ModelElement(try cursor.readName(), at: ModelElement.Place(line: line))
    while true {
      let hasSpace = cursor.skipSpace()
      if cursor.skip(">") { return (element, false) }
      if cursor.skip("/>") { return (element, true) }
      guard XMLCursor.isNameStart(cursor.byte) else {
        throw cursor.error(cursor.isAtEnd ? .unexpectedEnd : .tagEnd)
      }
      guard hasSpace else { throw cursor.error(.attributeWithoutSpace) }
      try readAttribute(of: &element)
    }
  }

  private mutating func readAttribute(of element: inout ModelElement) throws(XMLError) {
    let start = cursor.position
    let name = try cursor.readName()
    if element[name] != nil { throw cursor.error(.duplicateAttribute, at: start) }
    if element.attributes.count == ModelFileLimit.attributes {
      throw cursor.error(.tooManyAttributes, at: start)
    }
    element.attributes.append(ModelElement.Attribute(name: name, value: try readValue()))
  }

  /// What follows an attribute's name: `= "…"`.
  private mutating func readValue() throws(XMLError) -> String {
    cursor.skipSpace()
    guard cursor.skip("=") else { throw cursor.error(.attributeWithoutValue) }
    cursor.skipSpace()
    for quote in ["\"", "'"] where cursor.skip(quote) {
      let value = try cursor.readContent(until: quote.utf8.first ?? 0, isValue: true)
      cursor.position += 1
      return value
    }
    throw cursor.error(.attributeWithoutValue)
  }

  private mutating func readEnd(of element: ModelElement?) throws(XMLError) -> ModelElement {
    let start = cursor.position
    let name = try cursor.readName()
    guard let element, element.name == name else { throw cursor.error(.mismatchedEnd, at: start) }
    cursor.skipSpace()
    guard cursor.skip(">") else { throw cursor.error(cursor.isAtEnd ? .unexpectedEnd : .tagEnd) }
    return element
  }

  private mutating func readText(into element: inout ModelElement) throws(XMLError) {
    let start = cursor.position
    cursor.skipSpace()
    // Nearly all text is the white space between tags.
    if cursor.byte == UInt8(ascii: "<") { return }
    cursor.position = start
    element.text += try cursor.readContent(until: UInt8(ascii: "<"), isValue: false)
  }
}

// MARK: - What is not an element

extension XMLReader {
  /// `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>`, if it is there.
  private mutating func readDeclaration() throws(XMLError) {
    let start = cursor.position
    guard cursor.skip("<?xml") else { return }
    guard cursor.skipSpace() else { throw cursor.error(.processingInstruction, at: start) }
    var declaration = ModelElement("xml")
    while !cursor.skip("?>") {
      guard XMLCursor.isNameStart(cursor.byte) else { throw cursor.error(.declaration) }
      try readAttribute(of: &declaration)
      cursor.skipSpace()
    }
    guard declaration["version"] == "1.0" else { throw cursor.error(.declaration, at: start) }
    let encoding = declaration["encoding"]?.lowercased() ?? "utf-8"
    guard ["utf-8", "us-ascii"].contains(encoding) else { throw cursor.error(.encoding, at: start) }
  }

  private mutating func skipComment() throws(XMLError) -> Bool {
    guard cursor.skip("<!--") else { return false }
    while !cursor.isAtEnd {
      if cursor.skip("-->") { return true }
      if cursor.starts(with: "--") { throw cursor.error(.commentDashes) }
      cursor.position += 1
    }
    throw cursor.error(.unexpectedEnd)
  }

  private mutating func skipDoctype() throws(XMLError) {
    let start = cursor.position
    guard cursor.skipSpace(), cursor.skip("plist"), cursor.skipSpace() else {
      throw cursor.error(.doctype, at: start)
    }
    while !cursor.skip(">") {
      guard !cursor.isAtEnd else { throw cursor.error(.unexpectedEnd) }
      if [UInt8(ascii: "["), UInt8(ascii: "<")].contains(cursor.byte) { throw cursor.error(.doctype) }
      cursor.position += 1
    }
  }

  /// What is refused and why, of which the first that fits counts; Xcode writes other files with the first two.
  private static let refused: [(markup: String, kind: XMLError.Kind)] = [
    ("<!DOCTYPE plist", .propertyList), ("<!DOCTYPE database", .database), ("<!DOCTYPE", .doctype),
    ("<!", .section), ("<?", .processingInstruction),
  ]

  /// Refuses everything that begins like a tag and is none.
  private func refuseMarkup() throws(XMLError) {
    for (markup, kind) in Self.refused where cursor.starts(with: markup) { throw cursor.error(kind) }
  }
}
