/// Entries with string keys in the order in which they were read or added.
///
/// Keys are compared by their UTF-8 bytes. Finding a key looks at every entry, which is right for a few
/// dozen.
package struct PropertyListDictionary: Sendable {
  /// One key with its value.
  package struct Entry: Sendable {
    /// Any text, compared by its bytes.
    package let key: String
    /// What the key stands for.
    package var value: PropertyList
  }

  /// In order; no key twice, unless the file had it twice.
  package private(set) var entries: [Entry] = []

  package init() {}

  /// Entries in the order given.
  package init(_ entries: [(String, PropertyList)]) {
    self.entries = entries.map { Entry(key: $0.0, value: $0.1) }
  }

  /// The value of a key; setting nil removes it, setting a new key adds it at the end.
  package subscript(key: String) -> PropertyList? {
    get { position(of: key).map { entries[$0].value } }
    set {
      switch (position(of: key), newValue) {
      case (let position?, let value?): entries[position].value = value
      case (let position?, nil): entries.remove(at: position)
      case (nil, let value?): entries.append(Entry(key: key, value: value))
      case (nil, nil): break
      }
    }
  }

  /// The same entries in byte order of their keys.
  package func sorted() -> PropertyListDictionary {
    var copy = self
    copy.entries.sort { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    return copy
  }

  private func position(of key: String) -> Int? {
    entries.firstIndex { $0.key.utf8.elementsEqual(key.utf8) }
  }
}

extension PropertyListDictionary: Equatable {
  /// The same keys with the same values, in any order.
  package static func == (left: PropertyListDictionary, right: PropertyListDictionary) -> Bool {
    left.entries.count == right.entries.count && left.entries.allSatisfy { right[$0.key] == $0.value }
  }
}
