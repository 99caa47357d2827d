import Foundation
import ObjectGraph
import PredicateLanguage
import SQLite
import SQLiteStore
import Testing
import TestSupport

/// Opening what is there, what is not, and what is something else.
@Suite struct `Opening a store` {
  private let fixture: StoreFixture
  private static let readOnly = SQLiteStore.Options(isReadOnly: true)

  init() throws {
    fixture = try StoreFixture()
  }

  private func bytes(_ name: String = "items.sqlite") throws -> Data {
    try Data(contentsOf: URL(filePath: fixture.path(name)))
  }

  private var other: ManagedObjectModel {
    get throws {
      var item = StoreFixture.item.ownProperties
      item[1] = .attribute(AttributeDescription("name", .integer32))
      return try StoreFixture.model([
        EntityDescription("Item", properties: item), EntityDescription("New", properties: []),
      ])
    }
  }

  @Test func `what was saved is there again, under the same identifier`() throws {
    let first = try fixture.open()
    try first.add([["code": .string("a")]])
    first.close()
    let second = try fixture.open()
    #expect(second.identifier == first.identifier)
    #expect(try second.codes() == ["a"])
  }

  @Test func `an empty file and a file with a header alone become stores`() throws {
    try Data().write(to: URL(filePath: fixture.path("empty.sqlite")))
    try fixture.raw(.create, name: "header.sqlite").execute("PRAGMA journal_mode = WAL")
    for name in ["empty.sqlite", "header.sqlite"] {
      let store = try fixture.open(name: name)
      try store.add([["code": .string("a")]])
      store.close()
      #expect(try fixture.open(name: name).codes() == ["a"])
    }
  }

  @Test func `another model's store is refused by entity, and no byte of it changes`() throws {
    try fixture.open().close()
    let before = try bytes()
    let model = try other
    #expect(
      refusal { _ = try SQLiteStore(path: fixture.path(), model: model) }
        == .incompatible(entities: ["Item", "New"]))
    #expect(
      refusal { _ = try SQLiteStore(path: fixture.path(), model: model, options: Self.readOnly) }
        == .incompatible(entities: ["Item", "New"]))
    #expect(try bytes() == before)
    _ = try fixture.open()
  }

  @Test func `a refused store keeps its log as it was`() throws {
    let store = try fixture.open()
    try store.add([["code": .string("a")]])
    for name in ["items.sqlite", "items.sqlite-wal"] {
      try FileManager.default.copyItem(atPath: fixture.path(name), toPath: fixture.path("copy-\(name)"))
    }
    let before = try (bytes("copy-items.sqlite"), bytes("copy-items.sqlite-wal"))
    let model = try other
    #expect(refusal { _ = try SQLiteStore(path: fixture.path("copy-items.sqlite"), model: model) } != nil)
    #expect(try bytes("copy-items.sqlite") == before.0)
    #expect(try bytes("copy-items.sqlite-wal") == before.1)
    #expect(try fixture.open(name: "copy-items.sqlite").codes() == ["a"])
  }

  @Test func `a refused file has no files beside it`() throws {
    try fixture.open().close()
    let model = try other
    _ = refusal { _ = try SQLiteStore(path: fixture.path(), model: model) }
    #expect(fixture.files == ["items.sqlite"])
  }

  @Test func `a database that is no store is refused and stays as it is`() throws {
    try fixture.raw(.create).execute("CREATE TABLE t(a)")
    let before = try bytes()
    guard case .open? = refusal({ _ = try fixture.open() }) else { throw StoreError.locked }
    #expect(try bytes() == before)
    #expect(fixture.files == ["items.sqlite"])
  }

  @Test(arguments: [Data("no database, but long enough to be one".utf8), Data(repeating: 0, count: 10_000)])
  func `a file that is no database is refused and stays as it is`(content: Data) throws {
    try content.write(to: URL(filePath: fixture.path()))
    for options in [SQLiteStore.Options(), Self.readOnly] {
      guard case .corrupt? = refusal({ _ = try fixture.open(options) }) else { throw StoreError.locked }
    }
    #expect(try bytes() == content)
    #expect(fixture.files == ["items.sqlite"])
  }

  @Test func `metadata that cannot be read makes every entity differ`() throws {
    try fixture.open().close()
    try fixture.raw().execute("UPDATE Z_METADATA SET Z_PLIST = NULL")
    #expect(refusal { _ = try fixture.open() } == .incompatible(entities: ["Item"]))
    try fixture.raw().execute("UPDATE Z_METADATA SET Z_PLIST = x'00', Z_UUID = 'x'")
    guard case .corrupt? = refusal({ _ = try fixture.open() }) else { throw StoreError.locked }
  }

  @Test func `a place where nothing can be made is an error`() throws {
    try Data().write(to: URL(filePath: fixture.path("file")))
    let paths = [fixture.path("file/items.sqlite"), fixture.directory.path, fixture.path() + "\0", ""]
    for path in paths {
      let error = refusal { _ = try SQLiteStore(path: path, model: StoreFixture.model()) }
      if case .open? = error { continue }
      Issue.record("\(path.debugDescription): \(String(describing: error))")
    }
    guard case .open? = refusal({ _ = try fixture.open(Self.readOnly) }) else { throw StoreError.locked }
    #expect(fixture.files == ["file"])
  }

  @Test func `a link leads to the file and its log`() throws {
    let store = try fixture.open()
    try store.add([["code": .string("a")]])
    let link = fixture.path("link/items.sqlite")
    try FileManager.default.createDirectory(atPath: fixture.path("link"), withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: fixture.path())
    let linked = try SQLiteStore(path: link, model: StoreFixture.model())
    #expect(linked.identifier == store.identifier)
    #expect(try linked.codes() == ["a"])
  }

  @Test func `a store that another process holds is locked after the timeout`() throws {
    let store = try fixture.open(SQLiteStore.Options(busyTimeout: 10))
    let raw = try fixture.raw()
    try raw.transaction(.immediate) { () throws(SQLiteError) in
      #expect(refusal { try store.add([["code": .string("a")]]) } == .locked)
      #expect((try? store.codes()) == [])
    }
    try store.add([["code": .string("a")]])
  }

  @Test func `waiting for a lock can be cancelled`() throws {
    let store = try fixture.open(SQLiteStore.Options(busyTimeout: 60_000))
    let cancellation = Cancellation()
    let raw = try fixture.raw()
    try raw.transaction(.immediate) { () throws(SQLiteError) in
      DispatchQueue.global().async { cancellation.cancel() }
      #expect(refusal { _ = try store.commit(ChangeSet(), cancellation: cancellation) } == .cancelled)
    }
  }

  @Test func `a store that numbers entities in another way is refused and left as it was`() throws {
    let garage = try Garage()
    garage.store.close()
    try garage.fixture.raw().execute(
      "UPDATE Z_PRIMARYKEY SET Z_NAME = CASE Z_ENT WHEN 5 THEN 'Ship' ELSE 'SportCar' END WHERE Z_ENT > 4")
    for options in [SQLiteStore.Options(), Self.readOnly] {
      let error = refusal {
        _ = try SQLiteStore(path: garage.fixture.path(), model: garage.model, options: options)
      }
      guard case .open(let reason)? = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(reason.hasSuffix("numbers its entities otherwise: Ship is 5, not 6"))
    }
  }

  @Test func `a read-only store reads and refuses to commit`() throws {
    try fixture.open().add([["code": .string("a")]])
    let before = try bytes()
    let store = try fixture.open(Self.readOnly)
    #expect(store.isReadOnly)
    #expect(try store.codes() == ["a"])
    #expect(refusal { try store.add([["code": .string("b")]]) } == .readOnly)
    store.close()
    #expect(try bytes() == before)
  }

  @Test func `a read-only store sees what others commit`() throws {
    let writer = try fixture.open()
    let reader = try fixture.open(Self.readOnly)
    try writer.add([["code": .string("a")]])
    #expect(try reader.codes() == ["a"])
  }

  @Test func `eight at once make one store`() async throws {
    let path = fixture.path()
    let identifiers = try await withThrowingTaskGroup(of: UUID.self) { (group) in
      for number in 0..<8 {
        group.addTask {
          let store = try SQLiteStore(path: path, model: StoreFixture.model())
          try store.add([["code": .string("\(number)")]])
          return store.identifier
        }
      }
      return try await group.reduce(into: Set<UUID>()) { $0.insert($1) }
    }
    #expect(identifiers.count == 1)
    #expect(try fixture.open().codes().count == 8)
  }

  /// In a process of its own, since the mask is the process's.
  @Test func `stores made at once leave the process's mask as it was`() async {
    await #expect(processExitsWith: .success) {
      umask(0o022)
      let directory = try TemporaryDirectory()
      let model = try StoreFixture.model()
      DispatchQueue.concurrentPerform(iterations: 64) { number in
        _ = try? SQLiteStore(path: directory.path("\(number).sqlite"), model: model)
      }
      #expect(umask(0o022) == 0o022)
    }
  }
}
