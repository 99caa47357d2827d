import Foundation
import ObjectGraph
import PredicateLanguage
import SQLite
import SQLiteStore
import Testing

/// Attributes that allow external storage: in the cell behind a tag, or in a file that the cell names.
@Suite struct `External binary data` {
  private let fixture: StoreFixture
  private let model: ManagedObjectModel
  private let context: ManagedObjectContext
  private let store: SQLiteStore

  init() throws {
    fixture = try StoreFixture()
    model = try ManagedObjectModel(entities: [
      EntityDescription(
        "Photo",
        properties: [
          .attribute(AttributeDescription("image", .binary, allowsExternalBinaryDataStorage: true)),
          .attribute(AttributeDescription("plain", .binary)),
        ])
    ])
    store = try SQLiteStore(path: fixture.path(), model: model)
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(store)
    context = ManagedObjectContext(coordinator: coordinator)
  }

  private func add(_ image: AttributeValue) throws -> ManagedObject {
    let photo = try context.insertNewObject(forEntityName: "Photo")
    try photo.setValue(image, forKey: "image")
    try photo.setValue(image, forKey: "plain")
    return photo
  }

  private func cells(_ column: String) throws -> [SQLiteValue] {
    try fixture.raw().rows("SELECT \(column) FROM ZPHOTO ORDER BY Z_PK").map { $0[0] }
  }

  private func lay(_ bytes: [UInt8], at key: Int64) throws {
    try fixture.raw().execute("UPDATE ZPHOTO SET ZIMAGE = ? WHERE Z_PK = ?", [.blob(bytes), .integer(key)])
  }

  /// The cell that Core Data would write for a file.
  private func name(_ uuid: String) -> [UInt8] { [2] + Array(uuid.utf8) + [0] }

  private func write(_ bytes: [UInt8], as uuid: String) throws {
    let folder = fixture.directory.appending(path: ".items_SUPPORT/_EXTERNAL_DATA")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(bytes).write(to: folder.appending(path: uuid))
  }

  private func images(where format: String? = nil) throws -> [AttributeValue] {
    let predicate = try format.map { try ParsedPredicate(parsing: $0) }
    return try context.fetch(FetchRequest(entityName: "Photo", predicate: predicate)).map {
      try $0.value(forKey: "image")
    }
  }

  @Test func `values lie behind a tag, those of other attributes as they are`() throws {
    let photo = try add(.data([7, 8]))
    _ = try add(.data([]))
    _ = try add(.null)
    try context.save()
    #expect(try cells("ZIMAGE") == [.blob([1, 7, 8]), .blob([1]), .null])
    #expect(try cells("ZPLAIN") == [.blob([7, 8]), .blob([]), .null])
    #expect(try images() == [.data([7, 8]), .data([]), .null])
    try photo.setValue(.data([1]), forKey: "image")
    try context.save()
    #expect(try cells("ZIMAGE")[0] == .blob([1, 1]))
    #expect(try images()[0] == .data([1]))
  }

  @Test func `cells that others wrote are read, and the files that they name`() throws {
    for _ in 0..<5 { _ = try add(.data([0])) }
    try context.save()
    let (there, missing) = (UUID().uuidString, UUID().uuidString)
    try write([1, 2, 3], as: there)
    try lay([1, 9], at: 1)
    try lay(name(there), at: 2)
    try lay(name(missing), at: 3)
    try lay(name("../../items.sqlite" + String(repeating: "x", count: 18)), at: 4)
    try lay([200, 1], at: 5)
    #expect(try images() == [.data([9]), .data([1, 2, 3]), .null, .null, .data([200, 1])])
    let examined = StoreExamination(path: fixture.path(), model: model)
    #expect(examined.census?.dangling.map { "\($0.relationship) \($0.count)" } == ["Photo.image 2"])
  }

  @Test func `a save that changes something else leaves a file where it is`() throws {
    let photo = try add(.data([0]))
    try context.save()
    let uuid = UUID().uuidString
    try write([5], as: uuid)
    try lay(name(uuid), at: 1)
    try photo.setValue(.data([6]), forKey: "plain")
    try context.save()
    #expect(try cells("ZIMAGE") == [.blob(name(uuid))])
    #expect(try images() == [.data([5])])
  }

  @Test func `predicates and lookups compare values, wherever they lie`() throws {
    for byte in [7, 8, 7] as [UInt8] { _ = try add(.data([byte])) }
    _ = try add(.null)
    try context.save()
    let uuid = UUID().uuidString
    try write([7], as: uuid)
    try lay(name(uuid), at: 3)
    let photo = try #require(model.entity(named: "Photo"))
    let column = try #require(photo.columnIndex(named: "image"))
    let found = try store.makeReader().rows(of: photo, whereColumn: column, equals: .data([7]))
    #expect(found.keys == [1, 3])
    var request = FetchRequest(entityName: "Photo")
    request.predicate = try ParsedPredicate(parsing: "image == %@")
      .substituting(PredicateArguments([.data([7])]))
    #expect(try context.fetch(request).map { $0.objectID.primaryKey } == [1, 3])
    #expect(try images(where: "image == nil") == [.null])
    #expect(try images(where: "image != nil").count == 3)
  }
}
