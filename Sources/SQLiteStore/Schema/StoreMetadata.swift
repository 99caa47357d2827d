import BinaryFormats
import FoundationEssentials
import ObjectGraph

/// What a store's file says about itself and its model: the property list in `Z_METADATA`.
///
/// Keys that mean nothing here, such as those of an app, are kept when it is written again.
struct StoreMetadata {
  /// The list as it is or will be in the file.
  private(set) var dictionary: PropertyListDictionary

  /// The keys that Core Data writes into every store.
  enum Key {
    static let storeType = "NSStoreType"
    static let hashes = "NSStoreModelVersionHashes"
    static let hashesVersion = "NSStoreModelVersionHashesVersion"
    static let hashesDigest = "NSStoreModelVersionHashesDigest"
    static let checksum = "NSStoreModelVersionChecksumKey"
    static let identifiers = "NSStoreModelVersionIdentifiers"
    static let frameworkVersion = "NSPersistenceFrameworkVersion"
    static let autoVacuum = "_NSAutoVacuumLevel"
  }

  /// How the hashes were computed; Core Data has always written 3.
  static let hashesVersion: Int64 = 3
  /// The framework version of macOS 26, the newest that was seen in a store.
  static let frameworkVersion: Int64 = 1_513

  /// The metadata of a new store.
  init(model: ManagedObjectModel) {
    dictionary = PropertyListDictionary()
    dictionary[Key.storeType] = .string("SQLite")
    dictionary[Key.frameworkVersion] = .integer(Self.frameworkVersion)
    dictionary[Key.autoVacuum] = .string("2")
    describe(model)
  }

  /// Reads what a file holds.
  init(plist: [UInt8]) throws(PropertyListError) {
    guard let dictionary = try PropertyListReader.read(plist).dictionary else {
      throw .malformed(object: 0)
    }
    self.dictionary = dictionary
  }

  /// The binary property list for the file.
  var plist: [UInt8] {
    PropertyListWriter.write(.dictionary(dictionary.sorted()))
  }

  /// The version hash of each entity, by name; empty if there are none.
  var versionHashes: [String: [UInt8]] {
    let entries = dictionary[Key.hashes]?.dictionary?.entries ?? []
    return entries.reduce(into: [:]) { (hashes, entry) in hashes[entry.key] = entry.value.data }
  }

  /// Sets everything that depends on the model.
  mutating func describe(_ model: ManagedObjectModel) {
    let hashes = model.entityVersionHashesByName.sorted {
      $0.key.utf8.lexicographicallyPrecedes($1.key.utf8)
    }
    dictionary[Key.hashes] = .dictionary(PropertyListDictionary(hashes.map { ($0.key, .data($0.value)) }))
    dictionary[Key.hashesVersion] = .integer(Self.hashesVersion)
    dictionary[Key.hashesDigest] = .string(Self.digest(hashes))
    dictionary[Key.checksum] = .string(Self.checksum(hashes))
    dictionary[Key.identifiers] = .array(model.versionIdentifiers.map { .string($0) })
  }

  /// The entities whose objects this store keeps in another form than the model's, or which only one of the two
  /// has; sorted by bytes, none if store and model fit.
  func incompatibleEntities(with model: ManagedObjectModel) -> [String] {
    let (mine, theirs) = (versionHashes, model.entityVersionHashesByName)
    return Set(mine.keys).union(theirs.keys).filter { mine[$0] != theirs[$0] }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// SHA-512 over the name and hash of each entity, by name.
  static func digest(_ hashes: [(key: String, value: [UInt8])]) -> String {
    Data(SHA512.hash(hashes.flatMap { Array($0.key.utf8) + $0.value })).base64EncodedString()
  }

  /// SHA-256 over the hash of each entity, by name.
  static func checksum(_ hashes: [(key: String, value: [UInt8])]) -> String {
    Data(SHA256.hash(hashes.flatMap { $0.value })).base64EncodedString()
  }
}
