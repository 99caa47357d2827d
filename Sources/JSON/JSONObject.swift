/// The members of an object in the order they were written.
///
/// A text may name a member twice (RFC 8259 §4). Both are kept, so that nothing is lost before somebody
/// refuses it (`JSONValue.pathToDuplicateKey`); looking a key up finds the last.
package struct JSONObject: Sendable {
  /// One key with its value.
  package struct Member: Hashable, Sendable {
    /// Any text, compared by its bytes.
    package var key: String
    /// What the key stands for.
    package var value: JSONValue

    package init(key: String, value: JSONValue) {
      self.key = key
      self.value = value
    }

    package static func == (one: Member, other: Member) -> Bool {
      one.key.isIdentical(to: other.key) && one.value == other.value
    }
  }

  /// In order.
  package private(set) var members: [Member] = []

  package init() {}

  /// Members as a text has them.
  init(_ members: [Member]) {
    self.members = members
  }

  /// How many members there are.
  package var count: Int { members.count }

  /// Whether there is no member.
  package var isEmpty: Bool { members.isEmpty }

  /// The value of a key, compared by bytes; nil if there is none.
  ///
  /// Setting a value keeps the place of a known key and appends a new one; setting nil removes the member.
  /// - Complexity: O(members); iterate over `members` to read a large object.
  package subscript(key: String) -> JSONValue? {
    get { index(of: key).map { members[$0].value } }
    set {
      switch (index(of: key), newValue) {
      case (let index?, let value?): members[index].value = value
      case (let index?, nil): members.remove(at: index)
      case (nil, let value?): members.append(Member(key: key, value: value))
      case (nil, nil): break
      }
    }
  }

  private func index(of key: String) -> Int? {
    members.lastIndex { $0.key.isIdentical(to: key) }
  }
}

extension JSONObject: Hashable {
  /// Order does not count.
  package static func == (one: JSONObject, other: JSONObject) -> Bool {
    guard one.count == other.count else { return false }
    return one.members == other.members || one.byKey == other.byKey
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(byKey)
  }

  private var byKey: [Member] {
    members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// A key that is written twice keeps its last value.
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    for (key, value) in elements { self[key] = value }
  }
}
