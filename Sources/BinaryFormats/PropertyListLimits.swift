/// What a reader of property lists puts up with.
package enum PropertyListLimits {
  /// The deepest nesting of arrays, sets and dictionaries.
  package static let depth = 256
  /// The most objects, each counted as often as it is referred to.
  package static let objects = 1_000_000
}
