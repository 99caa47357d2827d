/// Keys that occur more than once: the grammar allows them (RFC 8259 §4), whoever gives members a meaning
/// does not.
package enum DuplicateKeys {
  /// Objects up to this size have each key compared with each.
  private static let pairwiseLimit = 16

  /// The index of the first key that another before it has the bytes of; nil if there is none.
  ///
  /// - Complexity: O(n log n) in the number of keys, whatever they are; no hashing, so no hash flooding.
  package static func firstIndex(in keys: [String]) -> Int? {
    keys.count > pairwiseLimit ? indexBySorting(keys) : indexByPairs(keys)
  }

  private static func indexByPairs(_ keys: [String]) -> Int? {
    keys.indices.first { later in
      keys[..<later].contains { $0.isIdentical(to: keys[later]) }
    }
  }

  private static func indexBySorting(_ keys: [String]) -> Int? {
    let order = keys.indices.sorted { isOrdered(keys, $0, $1) }
    // Equal keys stand beside each other in the order of their places, so the later of two is a repetition.
    return zip(order, order.dropFirst()).filter { keys[$0].isIdentical(to: keys[$1]) }.map(\.1).min()
  }

  private static func isOrdered(_ keys: [String], _ one: Int, _ other: Int) -> Bool {
    if keys[one].isIdentical(to: keys[other]) { return one < other }
    return keys[one].utf8.lexicographicallyPrecedes(keys[other].utf8)
  }
}

extension JSONValue {
  /// The way to the first member whose key its object has already: keys and indexes from this value on, the
  /// repeated key last; nil if there is none.
  ///
  /// - Complexity: O(n) in the values, n log n in the keys of one object.
  package var pathToDuplicateKey: [String]? {
    switch self {
    case .null, .bool, .number, .string: nil
    case .array(let elements): Self.path(elements) { String($0) }
    case .object(let object): Self.path(object.members)
    }
  }

  private static func path(_ members: [JSONObject.Member]) -> [String]? {
    if members.count > 1, let index = DuplicateKeys.firstIndex(in: members.map(\.key)) {
      return [members[index].key]
    }
    return path(members.map(\.value)) { members[$0].key }
  }

  private static func path(_ values: [JSONValue], _ name: (Int) -> String) -> [String]? {
    for (index, value) in values.enumerated() {
      if let path = value.pathToDuplicateKey { return [name(index)] + path }
    }
    return nil
  }
}
