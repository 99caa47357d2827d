/// A Markdown table whose cells are escaped.
package struct MarkdownTable {
  /// The lines so far, each with its end.
  package private(set) var text: String

  /// A table without rows; one column for each word of the header.
  package init(header: [String]) {
    text = Self.row(header) + Self.row(header.map { _ in "---" })
  }

  /// The same table with more rows.
  package func adding(_ rows: [[String]]) -> MarkdownTable {
    var table = self
    for row in rows { table.text += Self.row(row) }
    return table
  }

  private static func row(_ cells: [String]) -> String {
    let escaped = cells.map { $0.replacing("|", with: "\\|").replacing("\n", with: " ") }
    return "| " + escaped.joined(separator: " | ") + " |\n"
  }
}
