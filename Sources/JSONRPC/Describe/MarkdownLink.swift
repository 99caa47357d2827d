/// Links inside of one Markdown file.
package enum MarkdownLink {
  /// A link to the heading of these words.
  package static func text(_ heading: String) -> String { "[\(heading)](#\(anchor(heading)))" }

  /// The anchor that renderers make of a heading: lower case, blanks as hyphens, without other punctuation.
  package static func anchor(_ heading: String) -> String {
    String(
      heading.lowercased().compactMap { character -> Character? in
        if character == " " { return "-" }
        return character.isLetter || character.isNumber || "-_".contains(character) ? character : nil
      })
  }
}
