import JSON

/// The first place where a reply is another one than the recorded.
struct ReplayDifference {
  /// A JSON Pointer into the reply.
  let pointer: String
  /// Nil where there is nothing.
  let recorded: JSONValue?
  let new: JSONValue?
}
