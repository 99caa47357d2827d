import FoundationEssentials

extension ObjectID {
  private static let scheme = "x-coredata://"

  /// The id as Core Data writes it: `x-coredata://<STORE UUID>/<Entity>/p<primary key>`.
  ///
  /// A temporary id ends in `/t<UUID>`. UUIDs are upper case.
  public var uri: String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.scheme.utf8.count + entity.utf8.count + 75)
    appendURI(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the bytes of `uri`.
  package func appendURI(to bytes: inout [UInt8]) {
    appendScope(to: &bytes)
    switch key {
    case .permanent(let primaryKey):
      bytes.append(UInt8(ascii: "p"))
      bytes.append(contentsOf: String(primaryKey).utf8)
    case .temporary(let name):
      bytes.append(UInt8(ascii: "t"))
      name.appendText(to: &bytes)
    }
  }

  /// Appends the part of `uri` before the key, which all objects of an entity in a store share.
  package func appendScope(to bytes: inout [UInt8]) {
    bytes.append(contentsOf: Self.scheme.utf8)
    store.appendText(to: &bytes)
    bytes.append(UInt8(ascii: "/"))
    bytes.append(contentsOf: entity.utf8)
    bytes.append(UInt8(ascii: "/"))
  }

  /// Whether both are of one entity in one store.
  package func hasSameScope(as other: ObjectID) -> Bool {
    store == other.store && sameBytes(entity, other.entity)
  }

  /// Reads what `uri` writes.
  ///
  /// Only that exact spelling is accepted (upper-case UUIDs, no leading zeros, primary key 1 or greater), so
  /// that one object has one URI. Anything else is nil.
  public init?(uri: String) {
    guard uri.utf8.starts(with: Self.scheme.utf8) else { return nil }
    let parts = uri.utf8.dropFirst(Self.scheme.utf8.count)
      .split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .compactMap { String($0) }
    guard parts.count == 3, !parts[1].isEmpty, let store = UUID(uuidString: parts[0]) else { return nil }
    guard let key = Self.key(parts[2]) else { return nil }
    self.init(store: store, entity: parts[1], key: key)
    // Whatever the readers above let through (lower case, signs, leading zeros) shows as a difference here.
    guard sameBytes(self.uri, uri) else { return nil }
  }

  private static func key(_ text: String) -> Key? {
    let rest = String(text.dropFirst())
    switch text.utf8.first {
    case UInt8(ascii: "p"):
      guard let primaryKey = Int64(rest), primaryKey > 0 else { return nil }
      return .permanent(primaryKey)
    case UInt8(ascii: "t"):
      return UUID(uuidString: rest).map { .temporary($0) }
    default:
      return nil
    }
  }
}
