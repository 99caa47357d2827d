import BinaryFormats
import ObjectGraph
import PredicateLanguage
import Testing

/// Models as Core Data archives them.
@Suite struct `Archived models` {
  /// A shelf of books, of which a rare one is a kind.
  ///
  /// - Parameter title: what the title of a book has besides.
  private static func archive(
    title: [(String, PropertyList)] = [], titleClass: String = "NSAttributeDescription"
  ) -> [UInt8] {
    var archive = ArchiveFixture()
    let (shelf, book, rare) = (archive.add(.null), archive.add(.null), archive.add(.null))
    let (books, onShelf) = (archive.add(.null), archive.add(.null))
    archive.fill(
      books, "NSRelationshipDescription",
      [
        ("NSPropertyName", archive.string("books")), ("NSDestinationEntity", book),
        ("NSInverseRelationship", onShelf), ("NSMaxCount", .integer(0)), ("NSMinCount", .integer(2)),
        ("NSDeleteRule", .integer(2)), ("NSIsOrdered", .boolean(true)), ("NSIsOptional", .boolean(true)),
      ])
    archive.fill(
      onShelf, "NSRelationshipDescription",
      [
        ("NSPropertyName", archive.string("shelf")), ("NSDestinationEntity", shelf),
        ("NSInverseRelationship", books), ("NSMaxCount", .integer(1)), ("NSDeleteRule", .integer(1)),
        ("NSRenamingIdentifier", archive.string("place")),
      ])
    let name = archive.object("NSMutableString", [("NS.string", .string("title"))])
    let text = archive.object(
      titleClass,
      [
        ("NSPropertyName", name), ("NSAttributeType", .integer(700)), ("NSIsOptional", .boolean(false)),
        ("NSDefaultValue", archive.string("untitled")), ("NSRenamingIdentifier", archive.string("title")),
        ("NSVersionHashModifier", archive.string("2")), ("NSFlagsKey", .integer(16)),
      ] + title)
    let cover = archive.object(
      "NSAttributeDescription",
      [
        ("NSPropertyName", archive.string("cover")), ("NSAttributeType", .integer(1_000)),
        ("NSIsOptional", .boolean(true)), ("NSFlagsKey", .integer(4)),
        ("NSDefaultValue", ArchiveFixture.null),
      ])
    let opened = archive.object(
      "NSAttributeDescription",
      [
        ("NSPropertyName", archive.string("opened")), ("NSAttributeType", .integer(800)),
        ("NSIsTransient", .boolean(true)), ("NSDefaultValue", archive.add(.boolean(true))),
      ])
    let titleList = archive.array([archive.string("title")])
    archive.fill(
      shelf, "NSEntityDescription",
      [
        ("NSEntityName", archive.string("Shelf")), ("NSProperties", archive.dictionary([("books", books)])),
        ("NSVersionHashModifier", archive.string("3")), ("NSSuperentity", ArchiveFixture.null),
      ])
    let inherited = [("title", text), ("shelf", onShelf)]
    archive.fill(
      book, "NSEntityDescription",
      [
        ("NSEntityName", archive.string("Book")), ("NSProperties", archive.knownKeys(inherited)),
        ("NSIsAbstract", .boolean(true)), ("NSUniqueTuples", archive.array([titleList])),
        ("NSRenamingIdentifier", archive.string("Volume")),
      ])
    archive.fill(
      rare, "NSEntityDescription",
      [
        ("NSEntityName", archive.string("Rare")), ("NSSuperentity", book),
        ("NSProperties", archive.dictionary(inherited + [("cover", cover), ("opened", opened)])),
      ])
    let entities = archive.knownKeys([("Shelf", shelf), ("Book", book), ("Rare", rare)])
    let identifiers = archive.object("NSSet", [("NS.objects", .array([archive.string("v1")]))])
    let root = archive.object(
      "NSManagedObjectModel", [("NSEntities", entities), ("NSVersionIdentifiers", identifiers)])
    return archive.bytes(root: root)
  }

  private static func expected() throws -> ManagedObjectModel {
    let title = AttributeDescription(
      "title", .string, isOptional: false, defaultValue: .string("untitled"),
      preservesValueInHistoryOnDeletion: true, versionHashModifier: "2")
    let shelf = RelationshipDescription(
      "shelf", to: "Shelf", inverse: "books", isOptional: false, renamingIdentifier: "place")
    let books = RelationshipDescription(
      "books", to: "Book", inverse: "shelf", minCount: 2, maxCount: 0, isOrdered: true, deleteRule: .cascade)
    let cover = AttributeDescription("cover", .binary, allowsExternalBinaryDataStorage: true)
    let opened = AttributeDescription(
      "opened", .boolean, isOptional: false, isTransient: true, defaultValue: .boolean(true))
    return try ManagedObjectModel(
      entities: [
        EntityDescription("Shelf", properties: [.relationship(books)], versionHashModifier: "3"),
        EntityDescription(
          "Book", isAbstract: true, properties: [.attribute(title), .relationship(shelf)],
          uniquenessConstraints: [["title"]], renamingIdentifier: "Volume"),
        EntityDescription(
          "Rare", superentity: "Book", properties: [.attribute(cover), .attribute(opened)]),
      ], versionIdentifiers: ["v1"])
  }

  @Test func `everything that says how objects are stored is read`() throws {
    let model = try #require(ManagedObjectModel(keyedArchive: Self.archive()))
    #expect(model.jsonText == (try Self.expected()).jsonText)
    #expect(model == (try Self.expected()))
  }

  @Test func `what is not understood makes the whole nothing`() {
    #expect(
      ManagedObjectModel(keyedArchive: Self.archive(titleClass: "NSDerivedAttributeDescription")) == nil)
    #expect(ManagedObjectModel(keyedArchive: Self.archive(titleClass: "NSManagedObjectModel")) == nil)
    // Of two members with one key the first counts, so these are additional ones.
    #expect(ManagedObjectModel(keyedArchive: Self.archive(title: [("NSIsTransient", .string("x"))])) == nil)
    let many = (0..<KeyedArchive.memberLimit).map { ("x\($0)", PropertyList.integer(1)) }
    #expect(ManagedObjectModel(keyedArchive: Self.archive(title: many)) == nil)
    let long = String(repeating: "x", count: KeyedArchive.stringLimit + 1)
    #expect(
      ManagedObjectModel(keyedArchive: Self.archive(title: [("NSValueTransformerName", .string(long))]))
        == nil)
    #expect(ManagedObjectModel(keyedArchive: []) == nil)
    #expect(ManagedObjectModel(keyedArchive: PropertyListWriter.write(.array([]))) == nil)
    #expect(ManagedObjectModel(keyedArchive: ArchiveFixture().bytes(root: .uid(99))) == nil)
    #expect(ManagedObjectModel(keyedArchive: ArchiveFixture().bytes(root: ArchiveFixture.null)) == nil)
  }

  @Test func `entities that refer to each other endlessly end`() {
    var archive = ArchiveFixture()
    let entity = archive.add(.null)
    let properties = archive.dictionary([])
    archive.fill(
      entity, "NSEntityDescription",
      [("NSEntityName", archive.string("A")), ("NSSuperentity", entity), ("NSProperties", properties)])
    let root = archive.object("NSManagedObjectModel", [("NSEntities", archive.dictionary([("A", entity)]))])
    #expect(ManagedObjectModel(keyedArchive: archive.bytes(root: root)) == nil)
  }

  @Test func `few bytes do not become much work`() {
    var archive = ArchiveFixture()
    // Each of 2,000 entities has the same list of 2,000 properties.
    let names = (0..<2_000).map { archive.string("p\($0)") }
    let property = archive.object("NSFetchedPropertyDescription", [("NSPropertyName", archive.string("p"))])
    let properties = archive.object(
      "NSDictionary",
      [("NS.keys", .array(names)), ("NS.objects", .array(names.map { _ in property }))])
    let parent = archive.object(
      "NSEntityDescription", [("NSEntityName", archive.string("P")), ("NSProperties", properties)])
    let entities = (0..<2_000).map { number in
      let name = archive.string("E\(number)")
      return (
        "E\(number)",
        archive.object(
          "NSEntityDescription",
          [("NSEntityName", name), ("NSSuperentity", parent), ("NSProperties", properties)])
      )
    }
    let root = archive.object("NSManagedObjectModel", [("NSEntities", archive.dictionary(entities))])
    #expect(throws: PropertyListError.tooMany) {
      var archive = try KeyedArchive(archive.bytes(root: root))
      let root = try archive.root()
      for entity in try archive.entries("NSEntities", of: root) {
        guard let object = try archive.object(at: entity.value) else { return }
        _ = try archive.entries("NSProperties", of: object)
      }
    }
    #expect(ManagedObjectModel(keyedArchive: archive.bytes(root: root)) == nil)
  }

  @Test func `damaged archives give a model or nothing`() {
    let whole = Self.archive()
    var count = 0
    for position in whole.indices {
      for change: UInt8 in [0x01, 0x10, 0xff] {
        var damaged = whole
        damaged[position] ^= change
        if ManagedObjectModel(keyedArchive: damaged) != nil { count += 1 }
      }
    }
    // Letters of defaults and of the like.
    #expect(count > 0 && count < 3 * whole.count)
    for count in stride(from: 0, to: whole.count, by: 7) {
      #expect(ManagedObjectModel(keyedArchive: Array(whole[..<count])) == nil)
    }
  }
}
