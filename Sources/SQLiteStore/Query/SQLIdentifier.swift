/// The name of a table, a column or an index, quoted once and for all.
///
/// The one place where names are quoted.
struct SQLIdentifier: Hashable, Sendable {
  /// The name in double quotes, those inside doubled.
  let quoted: String

  init(_ name: String) { quoted = "\"" + name.replacing("\"", with: "\"\"") + "\"" }
}
