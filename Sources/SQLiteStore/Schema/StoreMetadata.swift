package import BinaryFormats
import FoundationEssentials
package import ObjectGraph

/// What a store's file says about itself and its model: the property list in `Z_METADATA`.
///
/// Keys that mean nothing here, such as those of an app, are kept when it is written again.
package struct StoreMetadata: Sendable {
  /// The list as it is or will be in the file.
  private var dictionary: PropertyListDictionary

  /// The keys that Core Data writes into every store.
  private enum Key {
    static let storeType = "NSStoreType"
    static let hashes = "NSStoreModelVersionHashes"
    static let hashesVersion = "NSStoreModelVersionHashesVersion"
    static let hashesDigest = "NSStoreModelVersionHashesDigest"
    static let checksum = "NSStoreModelVersionChecksumKey"
    static let identifiers = "NSStoreModelVersionIdentifiers"
    static let frameworkVersion = "NSPersistenceFrameworkVersion"
    static let autoVacuum = "_NSAutoVacuumLevel"
    /// Ours: the model itself, as the JSON of a model file.
    static let model = "OBJWIREModel"
  }

  /// Most bytes of a model that a store holds; one that is larger it does not tell.
  package static let modelLimit = 4 << 20

  /// How the hashes were computed; Core Data has always written 3.
  private static let hashesVersion: Int64 = 3
  /// The framework version of macOS 26, the newest that was seen in a store.
  private static let frameworkVersion: Int64 = 1_513

  /// The metadata of a new store.
  package init(_ configuration: StoreConfiguration) {
    dictionary = PropertyListDictionary()
    dictionary[Key.storeType] = .string("SQLite")
    dictionary[Key.frameworkVersion] = .integer(Self.frameworkVersion)
    dictionary[Key.autoVacuum] = .string("2")
    describe(configuration)
  }

  /// Reads what a file holds.
  ///
  /// - Throws: `PropertyListError`; `.malformed(object: 0)` for a list that is no dictionary.
  package init(plist: [UInt8]) throws(PropertyListError) {
    guard let dictionary = try PropertyListReader.read(plist).dictionary else {
      throw .malformed(object: 0)
    }
    self.dictionary = dictionary
  }

  /// The binary property list for the file, its keys in byte order.
  ///
  /// - Complexity: O(bytes), made at each call.
  package var plist: [UInt8] {
    PropertyListWriter.write(.dictionary(dictionary.sorted()))
  }

  /// Every entry, in the engine's terms, apart from the model that the store tells.
  package var values: [String: MetadataValue] {
    var entries = dictionary
    entries[Key.model] = nil
    return Self.values(of: entries)
  }

  /// The model that the store was made with, if it holds one and its hashes are those of the store.
  ///
  /// - Complexity: O(bytes of the model), at each call.
  package var model: ManagedObjectModel? {
    guard let bytes = dictionary[Key.model]?.data, bytes.count <= Self.modelLimit,
      let text = String(validating: bytes, as: UTF8.self),
      let model = try? ManagedObjectModel(jsonText: text),
      incompatibleEntities(with: StoreConfiguration(model)).isEmpty
    else { return nil }
    return model
  }

  /// Sets everything that depends on the model and the part of it that is stored, and nothing else.
  package mutating func describe(_ configuration: StoreConfiguration) {
    let hashes = Self.hashes(of: configuration)
    dictionary[Key.hashes] = .dictionary(hashes)
    dictionary[Key.hashesVersion] = .integer(Self.hashesVersion)
    dictionary[Key.hashesDigest] = .string(Self.digest(hashes))
    dictionary[Key.checksum] = .string(Self.checksum(hashes))
    dictionary[Key.identifiers] = .array(configuration.model.versionIdentifiers.map { .string($0) })
    dictionary[Key.model] = Self.entry(configuration)
  }

  /// A short name for the model that the store was made with: the first 8 digits of the checksum over its
  /// version hashes.
  package var modelName: String {
    let hashes = (dictionary[Key.hashes]?.dictionary ?? PropertyListDictionary()).sorted()
    let bytes = SHA256.hash(hashes.entries.flatMap { $0.value.data ?? [] }).prefix(4)
    return bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }

  /// The entities whose objects this store keeps in another form than the model's, or which only one of the
  /// two has; sorted by bytes, none if the store fits that part of the model.
  package func incompatibleEntities(with configuration: StoreConfiguration) -> [String] {
    let stored = dictionary[Key.hashes]?.dictionary ?? PropertyListDictionary()
    let expected = Self.hashes(of: configuration)
    let differing = expected.entries.filter { stored[$0.key] != $0.value }
    let unknown = stored.entries.filter { expected[$0.key] == nil }
    return (differing + unknown).map(\.key).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}

extension StoreMetadata {
  /// What is kept of a model; nil for a part of one, which is never migrated by itself, and for one that is too
  /// large.
  private static func entry(_ configuration: StoreConfiguration) -> PropertyList? {
    guard configuration.isWhole else { return nil }
    let text = Array(configuration.model.compactJSONText.utf8)
    return text.count <= modelLimit ? .data(text) : nil
  }

  private static func values(of dictionary: PropertyListDictionary) -> [String: MetadataValue] {
    dictionary.entries.reduce(into: [:]) { values, entry in values[entry.key] = value(of: entry.value) }
  }

  /// Nil for a null and for a reference inside an archive, which mean nothing on their own.
  private static func value(of plist: PropertyList) -> MetadataValue? {
    switch plist {
    case .null, .uid: nil
    case .boolean(let value): .boolean(value)
    case .integer(let value): .integer(value)
    case .largeInteger(let value): .real(Double(value))
    case .real(let value): .real(value)
    case .date(let value): .date(value)
    case .data(let value): .data(value)
    case .string(let value): .string(value)
    case .array(let elements), .orderedSet(let elements), .set(let elements):
      .list(elements.compactMap { value(of: $0) })
    case .dictionary(let dictionary): .dictionary(values(of: dictionary))
    }
  }

  /// The version hash of each entity, in byte order of their names.
  private static func hashes(of configuration: StoreConfiguration) -> PropertyListDictionary {
    PropertyListDictionary(configuration.entityVersionHashesByName.map { ($0.key, .data($0.value)) }).sorted()
  }

  /// SHA-512 over the name and hash of each entity, in Base64.
  private static func digest(_ hashes: PropertyListDictionary) -> String {
    let parts = hashes.entries.flatMap { Array($0.key.utf8) + ($0.value.data ?? []) }
    return Data(SHA512.hash(parts)).base64EncodedString()
  }

  /// SHA-256 over the hash of each entity, in Base64.
  private static func checksum(_ hashes: PropertyListDictionary) -> String {
    Data(SHA256.hash(hashes.entries.flatMap { $0.value.data ?? [] })).base64EncodedString()
  }
}
