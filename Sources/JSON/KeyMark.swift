/// One key of an open object, kept until the object closes and its keys are compared.
struct KeyMark {
  var key: JSONString

  /// Length and three bytes: differs for nearly all keys that differ, so that bytes are rarely compared.
  var fingerprint: UInt64

  @inline(__always)
  init(_ key: JSONString, _ bytes: Span<UInt8>) {
    self.key = key
    if key.isEscaped {
      let decoded = key.unescaped(bytes)
      fingerprint = Self.fingerprint(decoded.span, decoded.indices)
    } else {
      fingerprint = Self.fingerprint(bytes, key.range)
    }
  }

  @inline(__always)
  private static func fingerprint(_ bytes: Span<UInt8>, _ range: Range<Int>) -> UInt64 {
    guard !range.isEmpty else { return 0 }
    let middle = range.lowerBound + range.count / 2
    let first = UInt64(bytes[range.lowerBound])
    let last = UInt64(bytes[range.upperBound - 1])
    return UInt64(range.count) << 24 | first << 16 | UInt64(bytes[middle]) << 8 | last
  }

  func isSameKey(as other: KeyMark, _ bytes: Span<UInt8>) -> Bool {
    fingerprint == other.fingerprint && compare(to: other, bytes) == 0
  }

  /// Negative, zero or positive as the decoded bytes sort before, with or after the other's.
  func compare(to other: KeyMark, _ bytes: Span<UInt8>) -> Int {
    guard !key.isEscaped, !other.key.isEscaped else {
      let mine = key.unescaped(bytes)
      let theirs = other.key.unescaped(bytes)
      return mine == theirs ? 0 : mine.lexicographicallyPrecedes(theirs) ? -1 : 1
    }
    let common = min(key.range.count, other.key.range.count)
    for offset in 0..<common {
      let mine = bytes[key.range.lowerBound + offset]
      let theirs = bytes[other.key.range.lowerBound + offset]
      if mine != theirs { return Int(mine) - Int(theirs) }
    }
    return key.range.count - other.key.range.count
  }
}

extension JSONScanner {
  /// Objects up to this size have each key compared with each.
  private static var pairwiseLimit: Int { 16 }

  /// Refuses a key that occurs twice among the keys from `firstKey` on.
  ///
  /// - Complexity: O(n log n) in the number of keys, whatever they are; no hashing, so no hash flooding.
  func refuseDuplicates(from firstKey: Int, _ bytes: Span<UInt8>) throws(JSONError) {
    let duplicate =
      keys.count - firstKey > Self.pairwiseLimit
      ? duplicateBySorting(from: firstKey, bytes) : duplicateByPairs(from: firstKey, bytes)
    if let duplicate { throw JSONError(.duplicateKey, at: duplicate - 1) }
  }

  private func duplicateByPairs(from firstKey: Int, _ bytes: Span<UInt8>) -> Int? {
    for later in firstKey + 1..<keys.count {
      for earlier in firstKey..<later where keys[later].isSameKey(as: keys[earlier], bytes) {
        return keys[later].key.range.lowerBound
      }
    }
    return nil
  }

  private func duplicateBySorting(from firstKey: Int, _ bytes: Span<UInt8>) -> Int? {
    var order = Array(firstKey..<keys.count)
    order.sort { isOrdered(keys[$0], keys[$1], bytes) }
    var first: Int?
    for index in 1..<order.count {
      let (one, other) = (keys[order[index - 1]], keys[order[index]])
      guard one.isSameKey(as: other, bytes) else { continue }
      let offset = max(one.key.range.lowerBound, other.key.range.lowerBound)
      first = min(first ?? offset, offset)
    }
    return first
  }

  private func isOrdered(_ one: KeyMark, _ other: KeyMark, _ bytes: Span<UInt8>) -> Bool {
    if one.fingerprint != other.fingerprint { return one.fingerprint < other.fingerprint }
    let order = one.compare(to: other, bytes)
    return order == 0 ? one.key.range.lowerBound < other.key.range.lowerBound : order < 0
  }
}
