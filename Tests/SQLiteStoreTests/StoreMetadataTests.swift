import Foundation
import ObjectGraph
import SQLite
import SQLiteStore
import Testing
import TestSupport

/// Foundation reads and writes the property lists that are compared with.
@Suite struct `The metadata of a store` {
  private func strings(_ names: String...) -> [PropertyDescription] {
    names.map { .attribute(AttributeDescription($0, .string)) }
  }

  private func model(_ names: String..., identifiers: [String] = []) throws -> ManagedObjectModel {
    try ManagedObjectModel(
      entities: names.map { EntityDescription($0, properties: strings("a")) }, versionIdentifiers: identifiers
    )
  }

  private func list(_ metadata: StoreMetadata) throws -> [String: Any] {
    let list = try PropertyListSerialization.propertyList(from: Data(metadata.plist), format: nil)
    return try #require(list as? [String: Any])
  }

  private func metadata(_ list: Any) throws -> StoreMetadata {
    let data = try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
    return try StoreMetadata(plist: Array(data))
  }

  @Test func `a new store says what Core Data says of one`() throws {
    let model = try model("B", "A", identifiers: ["2", "1"])
    let list = try list(StoreMetadata(StoreConfiguration(model)))
    #expect(
      list.keys.sorted() == [
        "NSPersistenceFrameworkVersion", "NSStoreModelVersionChecksumKey", "NSStoreModelVersionHashes",
        "NSStoreModelVersionHashesDigest", "NSStoreModelVersionHashesVersion",
        "NSStoreModelVersionIdentifiers", "NSStoreType", "OBJWIREModel", "_NSAutoVacuumLevel",
      ])
    #expect(list["NSStoreType"] as? String == "SQLite")
    #expect(list["_NSAutoVacuumLevel"] as? String == "2")
    #expect(list["NSPersistenceFrameworkVersion"] as? Int == 1_513)
    #expect(list["NSStoreModelVersionHashesVersion"] as? Int == 3)
    #expect(list["NSStoreModelVersionIdentifiers"] as? [String] == ["2", "1"])
    #expect(
      list["NSStoreModelVersionHashes"] as? [String: Data]
        == model.entityVersionHashesByName.mapValues { Data($0) })
  }

  @Test func `equal models give equal bytes`() throws {
    let one = StoreMetadata(StoreConfiguration(try model("A", "B", "C"))).plist
    #expect(one == StoreMetadata(StoreConfiguration(try model("C", "A", "B"))).plist)
    #expect(one == (try StoreMetadata(plist: one)).plist)
  }

  /// Expected values stand in CoreDataPlus (MIT), the store SampleModel3_V1 and the compiled SampleModel3_v2; the
  /// digest of the latter is worked out with Python's hashlib from the hashes that stand there.
  @Test func `digest and checksum are Core Data's`() throws {
    func check(_ entities: [EntityDescription], digest: String, checksum: String) throws {
      let list = try list(StoreMetadata(StoreConfiguration(ManagedObjectModel(entities: entities))))
      #expect(list["NSStoreModelVersionHashesDigest"] as? String == digest)
      #expect(list["NSStoreModelVersionChecksumKey"] as? String == checksum)
    }
    let name = PropertyDescription.attribute(AttributeDescription("name", .string, isOptional: false))
    let owner = PropertyDescription.relationship(RelationshipDescription("owner", to: "User", inverse: "pet"))
    let pet = PropertyDescription.relationship(RelationshipDescription("pet", to: "Pet", inverse: "owner"))
    try check(
      [EntityDescription("User", properties: [name] + strings("petName"))],
      digest: "0KLB/FnL8roMcgeszeCxnPnvYqnn4VzB2DpFP6csqrDKzLB6fyG5rrVfjY5DtnQxx4355oWuKFublPf2Jo1UWg==",
      checksum: "u970QgYhRHEJGIt0zQr1UhuZL2ZJ1KxBS+B7rkAx0ik=")
    try check(
      [
        EntityDescription("User", properties: [name, pet] + strings("petName")),
        EntityDescription("Pet", properties: [name, owner]),
      ],
      digest: "Db8ZkPxt9lTAZZBhhovg0VkTUQtmT16H3IwBe5E3ZFpagqpVw4lV1aN2b3gBFQLU0wXkJ4HwjyR4+mKU+ORGoQ==",
      checksum: "rzn6eNBLyn8k3AoC3kH3yymPT0vSUPaVcgi0v2SuHS8=")
  }

  @Test func `what is not ours is kept when the model changes`() throws {
    let date = Date(timeIntervalSinceReferenceDate: 0.5)
    let foreign: [String: Any] = [
      "NSStoreType": "SQLite", "NSPersistenceFrameworkVersion": 1_044, "_NSAutoVacuumLevel": "2",
      "NSStoreModelVersionHashes": ["Old": Data([1])],
      "app": [
        "data": Data([0, 255]), "real": 1.0, "yes": true, "big": UInt64.max, "list": ["é", "e\u{301}", date],
      ] as [String: Any],
    ]
    var metadata = try metadata(foreign)
    let model = try model("New", identifiers: ["9"])
    metadata.describe(StoreConfiguration(model))
    let list = try list(metadata)
    #expect(
      list["NSStoreModelVersionHashes"] as? [String: Data]
        == model.entityVersionHashesByName.mapValues { Data($0) })
    for key in ["app", "NSStoreType", "NSPersistenceFrameworkVersion", "_NSAutoVacuumLevel"] {
      let kept = NSDictionary(dictionary: [key: list[key] as Any])
      #expect(kept.isEqual(NSDictionary(dictionary: [key: foreign[key] as Any])), "\(key)")
    }
    #expect(list["NSStoreModelVersionIdentifiers"] as? [String] == ["9"])
    #expect(metadata.incompatibleEntities(with: StoreConfiguration(model)) == [])
  }

  @Test func `entities fit by name and hash`() throws {
    let stored = try model("B", "a", "C", "D")
    #expect(
      StoreMetadata(StoreConfiguration(stored)).incompatibleEntities(with: StoreConfiguration(stored)) == [])
    let changed = EntityDescription("C", properties: strings("a", "b"))
    let same = ["D", "b", "E"].map { EntityDescription($0, properties: strings("a")) }
    let other = try ManagedObjectModel(entities: [changed] + same)
    #expect(
      StoreMetadata(StoreConfiguration(stored)).incompatibleEntities(with: StoreConfiguration(other)) == [
        "B", "C", "E", "a", "b",
      ])
  }

  @Test func `an entity whose hash is no data, or whose name only looks like ours, does not fit`() throws {
    let model = try model("Kind")
    let hash = Data(try #require(model.entityVersionHashesByName["Kind"]))
    func incompatible(_ hashes: Any) throws -> [String] {
      try metadata(["NSStoreModelVersionHashes": hashes]).incompatibleEntities(
        with: StoreConfiguration(model))
    }
    #expect(try incompatible(["Kind": hash]) == [])
    #expect(try incompatible(["Kind": "text"]) == ["Kind"])
    #expect(try incompatible(["Kind": hash, "Other": 1] as [String: Any]) == ["Other"])
    // The Kelvin sign is canonically equivalent to K.
    let names = try incompatible(["\u{212A}ind": hash])
    #expect(names.map { Array($0.utf8) } == ["Kind", "\u{212A}ind"].map { Array($0.utf8) })
    #expect(try incompatible([hash]) == ["Kind"])
    #expect(try metadata([String: Any]()).incompatibleEntities(with: StoreConfiguration(model)) == ["Kind"])
  }

  @Test func `what is no dictionary is refused`() {
    #expect(throws: (any Error).self) { try metadata(["a"]) }
    #expect(throws: (any Error).self) { try StoreMetadata(plist: []) }
    #expect(throws: (any Error).self) { try StoreMetadata(plist: Array("bplist00".utf8)) }
  }

  private static let realStores: [String] = {
    let directory = "data/coredata/stores"
    guard let url = SharedFiles.url(directory) else { return [] }
    let paths = FileManager.default.enumerator(atPath: url.path)?.compactMap { $0 as? String } ?? []
    return paths.filter { $0.hasSuffix(".sqlite") }.sorted().map { directory + "/" + $0 }
  }()

  @Test(.enabled(if: !realStores.isEmpty, "the shared data is absent"), arguments: realStores)
  func `what Core Data wrote is read, and written with the same meaning`(path: String) throws {
    let url = try #require(SharedFiles.url(path))
    let row = try Connection(.file(path: url.path, access: .immutable)).row("SELECT Z_PLIST FROM Z_METADATA")
    guard case .blob(let plist)? = row?.first else {
      Issue.record("\(path) has no property list")
      return
    }
    let metadata = try StoreMetadata(plist: plist)
    let theirs = try PropertyListSerialization.propertyList(from: Data(plist), format: nil)
    #expect(NSDictionary(dictionary: try list(metadata)).isEqual(theirs))
  }
}
