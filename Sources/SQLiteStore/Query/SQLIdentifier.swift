/// The name of a table, a column or an index, quoted once and for all.
///
/// The one place where names are quoted.
struct SQLIdentifier: Hashable, Sendable {
  /// The name as it is in the file's own tables.
  let name: String
  /// The name in double quotes, those inside doubled.
  let quoted: String

  init(_ name: String) {
    self.name = name
    quoted = "\"" + name.replacing("\"", with: "\"\"") + "\""
  }
}
