/// Why bytes are no binary property list that can be read.
package enum PropertyListError: Error, Hashable, Sendable {
  /// The bytes do not begin with `bplist00`.
  case notAPropertyList
  /// The bytes end early or point outside themselves.
  case truncated
  /// Object number `object` has a marker that means nothing, or content that cannot be.
  case malformed(object: Int)
  /// Object number `object` is a dictionary with a key that is no string.
  case keyIsNoString(object: Int)
  /// Object number `object` contains itself.
  case cycle(object: Int)
  /// Objects are nested deeper than `PropertyListLimits.depth`.
  case tooDeep
  /// There are more objects than `PropertyListLimits.objects`, each counted as often as it is referred to.
  case tooMany
}
