/// Why bytes are not XML of the kind that model files are written in, and where.
struct XMLError: Error, Hashable, Sendable {
  /// What is wrong.
  enum Kind: Hashable, Sendable, CaseIterable {
    case attributeWithoutSpace, attributeWithoutValue, badCharacter, badReference, commentDashes,
      contentAfterRoot
    case database, declaration, doctype, duplicateAttribute, encoding, entity, expectedElement, expectedName,
      lessThanInValue
    case merge, mismatchedEnd, notUTF8, processingInstruction, propertyList, section, tagEnd, textOutside,
      tooDeep, tooLarge
    case tooManyAttributes, tooManyElements, unexpectedEnd
  }

  var kind: Kind
  /// 1 for the first line.
  var line: Int
  /// 1 for the first character of the line, counted in Unicode scalars.
  var column: Int
}

extension XMLError.Kind {
  /// What is wrong, as half a sentence.
  var reason: String {
    switch self {
    case .attributeWithoutSpace: "white space is missing before an attribute"
    case .attributeWithoutValue: "an attribute needs = and a value in quotes"
    case .badCharacter: "a character that XML does not allow"
    case .badReference: "a character reference that names no character"
    case .commentDashes: "a comment may not contain --"
    case .contentAfterRoot: "something follows the last tag"
    case .database: "a store or a mapping, which is no model"
    case .declaration: "the XML declaration is not version 1.0 with an encoding"
    case .doctype: "a document type, which model files do not have"
    case .duplicateAttribute: "the attribute is there already"
    case .encoding: "the encoding is not UTF-8"
    case .entity: "an entity other than &lt; &gt; &quot; &apos; and &amp;, which is how & itself is written"
    case .expectedElement: "there is no element"
    case .expectedName: "a name is missing"
    case .lessThanInValue: "a < in a value is written &lt;"
    case .merge: "a line of a merge that was not finished"
    case .mismatchedEnd: "the end tag does not match the tag that is open"
    case .notUTF8: "the bytes are not UTF-8"
    case .processingInstruction: "a processing instruction, which model files do not have"
    case .propertyList: "a property list, which is no model"
    case .section: "a marked section, which model files do not have"
    case .tagEnd: "the tag does not end with >"
    case .textOutside: "text outside of the element"
    case .tooDeep: "elements are nested deeper than \(ModelFileLimit.depth)"
    case .tooLarge: "the file is larger than \(ModelFileLimit.bytes) bytes"
    case .tooManyAttributes: "an element has more than \(ModelFileLimit.attributes) attributes"
    case .tooManyElements: "there are more than \(ModelFileLimit.elements) elements"
    case .unexpectedEnd: "the file ends too early"
    }
  }
}
