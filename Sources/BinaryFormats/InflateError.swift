/// Why bytes are no compressed data that can be read.
package enum InflateError: Error, Hashable, Sendable {
  /// The bytes end before the data does.
  case truncated
  /// The bytes cannot have been made by compressing anything.
  case malformed
  /// The data would be larger than is allowed.
  case tooLarge
}
