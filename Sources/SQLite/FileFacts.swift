internal import Glibc

/// What a path leads to, links followed.
///
/// Source: stat(2).
package struct FileFacts: Sendable {
  /// In bytes.
  package let size: Int
  /// Whether it is a directory.
  package let isDirectory: Bool

  /// Nil if the path leads nowhere, or where this process may not look.
  package init?(path: String) {
    var facts = stat()
    guard unsafe stat(path, &facts) == 0 else { return nil }
    size = Int(facts.st_size)
    isDirectory = facts.st_mode & S_IFMT == S_IFDIR
  }
}
