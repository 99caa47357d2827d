import BinaryFormats
package import FoundationEssentials

/// A place in the order of a query: behind one object, whether that still exists or not.
///
/// The next page begins with what comes behind it (`StoreQuery.after`), so a page costs the same however far
/// it is from the first. It is a value and means the same in every process that has the store; see
/// `ManagedObjectContext` for the one exception. Example, sorted by category descending, then date:
/// ```
/// category  2   2   1   1   1         position: keys [1, 09:00], primary key 7
/// date      -   8   7   9   9
/// key       4   5   8   7   9         behind it: 9, for it ties and has the greater key
/// ```
public struct FetchPosition: Hashable, Sendable {
  /// A sort value, as a store keeps it: what others wrote need not be what the attribute's type expects.
  package enum Key: Hashable, Sendable {
    case null
    case integer(Int64)
    /// Never NaN.
    case real(Double)
    /// UTF-8, perhaps invalid.
    case text([UInt8])
    case blob([UInt8])
    /// SHA-256 of a text or blob that is too long to be carried around; the object itself has the rest.
    case digest([UInt8])
  }

  /// An object that has no primary key yet.
  package struct Unsaved: Hashable, Sendable {
    /// The name in its temporary ID.
    package var name: UUID
    /// Its place among the context's insertions.
    package var order: Int

    /// The values as they are.
    package init(name: UUID, order: Int) {
      self.name = name
      self.order = order
    }
  }

  /// Texts and blobs up to so many bytes stand in a shortened position themselves: 1 KiB.
  package static let inlineLimit = 1 << 10

  /// One for each sort descriptor.
  package var keys: [Key]
  /// Decides among equal keys; `unsavedKey` for an object that was never saved.
  package var primaryKey: Int64
  /// Nil for a saved object.
  package var unsaved: Unsaved?

  /// New objects come behind all saved ones of equal keys.
  package static let unsavedKey = Int64.max

  /// - Parameters:
  ///   - keys: one for each sort descriptor, in order.
  ///   - primaryKey: `unsavedKey` together with `unsaved`.
  package init(keys: [Key], primaryKey: Int64, unsaved: Unsaved? = nil) {
    self.keys = keys
    self.primaryKey = primaryKey
    self.unsaved = unsaved
  }
}

// MARK: - Long keys

extension FetchPosition {
  /// The same place with long keys as digests; whoever goes on from it must find the object unchanged.
  package var shortened: FetchPosition {
    var result = self
    result.keys = keys.map { $0.count > Self.inlineLimit ? $0.digest : $0 }
    return result
  }

  /// Whether a key must be looked up before the position can be used.
  var isShortened: Bool {
    keys.contains { if case .digest = $0 { true } else { false } }
  }

  /// The same place with its digests replaced by another position's keys; nil if one does not fit.
  func filled(from other: FetchPosition) -> FetchPosition? {
    var result = self
    for (index, key) in keys.enumerated() {
      guard case .digest = key else { continue }
      guard other.keys[index].digest == key else { return nil }
      result.keys[index] = other.keys[index]
    }
    return result
  }
}

extension FetchPosition.Key {
  /// Bytes of a text or a blob.
  fileprivate var count: Int {
    switch self {
    case .text(let bytes), .blob(let bytes): bytes.count
    case .null, .integer, .real, .digest: 0
    }
  }

  /// The digest of a text or a blob; other keys as they are.
  fileprivate var digest: FetchPosition.Key {
    switch self {
    case .text(let bytes), .blob(let bytes): .digest(SHA256.hash(bytes))
    case .null, .integer, .real, .digest: self
    }
  }
}
