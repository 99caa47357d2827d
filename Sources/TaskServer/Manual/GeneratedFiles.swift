import JSON
import JSONRPC

/// The committed files that are made from the method table, by path from the top folder.
package enum GeneratedFiles {
  /// Path and text of each.
  package static var all: [(path: String, text: String)] {
    [
      ("protocol.md", Manual.description.markdown),
      ("clients/openrpc.json", Manual.description.openRPC.indentedText + "\n"),
    ]
  }
}
