/// How a command prints tasks.
enum OutputFormat {
  /// For people on a terminal, tab-separated otherwise.
  case text
  /// One JSON value.
  case json
  /// One JSON object a line.
  case jsonLines
}
