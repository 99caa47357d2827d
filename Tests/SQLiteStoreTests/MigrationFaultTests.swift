import CSQLite
import Foundation
import Glibc
import ObjectGraph
import PredicateLanguage
import SQLite
import SQLiteStore
import Synchronization
import Testing

/// A migration that is cut off leaves the old store or the new one, and the next start goes on.
@Suite struct `Migrations that are cut off` {
  private static func fixture() throws -> MigrationFixture {
    let title = PropertyDescription.attribute(AttributeDescription("title", .string))
    let size = PropertyDescription.attribute(
      AttributeDescription("size", .integer16, isOptional: false, defaultValue: .integer(3)))
    let name = PropertyDescription.attribute(
      AttributeDescription("name", .string, renamingIdentifier: "title"))
    return try MigrationFixture(
      [EntityDescription("Task", properties: [title])],
      [EntityDescription("Note", properties: [title]), EntityDescription("Task", properties: [name, size])])
  }

  private static let rows = 20
  private static let isFull = ProcessInfo.processInfo.environment["OBJWIRE_FULL"] == "1"

  private static func fill(_ fixture: MigrationFixture) throws {
    let store = try fixture.openOld()
    try store.insert("Task", (0..<rows).map { ["title": .string("\($0)")] }, of: fixture.old)
    store.close()
  }

  /// Calls into SQLite, counted; one of them fails, or is where something happens.
  private final class Calls: Sendable {
    private let count = Mutex(0)

    func hook(_ place: Int, _ body: @escaping @Sendable () -> Int32?) -> FaultHook {
      { [self] _ in
        let isPlace = count.withLock { count in
          count += 1
          return count == place
        }
        return isPlace ? body() : nil
      }
    }
  }

  /// - Returns: whether it is the new store.
  private func checkIsWhole(_ fixture: MigrationFixture, _ comment: Comment) throws -> Bool {
    #expect(try fixture.raw().row("PRAGMA integrity_check") == [.text("ok")], comment)
    let names = try fixture.content().keys.filter { !$0.hasPrefix("sqlite_") }.sorted()
    let isNew = names.contains("ZNOTE")
    #expect(
      names == (isNew ? ["ZNOTE"] : []) + ["ZTASK", "Z_METADATA", "Z_MODELCACHE", "Z_PRIMARYKEY"], comment)
    let model = isNew ? fixture.new : fixture.old
    let store = try SQLiteStore(
      path: fixture.path, model: model, options: SQLiteStore.Options(synchronous: .normal))
    let titles = try store.values("Task", of: model).map { $0[isNew ? "name" : "title"] }
    #expect(titles == (0..<Self.rows).map { AttributeValue.string("\($0)") }, comment)
    store.close()
    return isNew
  }

  /// - Parameter step: 1 for every call.
  @Test(arguments: [(SQLITE_FULL, 1), (SQLITE_IOERR, 1), (SQLITE_NOMEM, 11), (SQLITE_BUSY, 11)])
  func `whichever call fails, the store is old or new, and the next start goes on`(
    code: Int32, step: Int
  ) throws {
    let template = try Self.fixture()
    try Self.fill(template)
    let content = try Data(contentsOf: URL(filePath: template.path))
    var failures = 0
    for place in stride(from: 1, to: 1_000, by: step) {
      let fixture = try Self.fixture()
      try content.write(to: URL(filePath: fixture.path))
      var options = fixture.options(.automatic)
      options.fault = Calls().hook(place) { code }
      options.busyTimeout = 0
      options.synchronous = .normal
      let isDone: Bool
      do {
        let store = try SQLiteStore(path: fixture.path, model: fixture.new, options: options)
        isDone = store.migration != nil
        store.close()
      } catch {
        isDone = false
        failures += 1
        if code == SQLITE_FULL { #expect(error == .full, "call \(place)") }
        #expect(try !checkIsWhole(fixture, "call \(place)"))
        if code == SQLITE_FULL { #expect(fixture.backups.isEmpty, "call \(place)") }
      }
      try fixture.openNew().close()
      #expect(try checkIsWhole(fixture, "call \(place)"))
      #expect(fixture.backups.count == 1, "call \(place)")
      if isDone { break }
    }
    #expect(failures * step > 80)
  }

  @Test func `a copy that cannot be made ends it before anything is changed`() throws {
    let fixture = try Self.fixture()
    try Self.fill(fixture)
    let before = try fixture.content()
    let name = fixture.path + ".before-" + StoreMetadata(StoreConfiguration(fixture.old)).modelName
    for number in 1...100 {
      let ending = number == 1 ? "" : "-\(number)"
      try FileManager.default.createDirectory(
        atPath: name + ending, withIntermediateDirectories: false)
    }
    #expect(throws: StoreError.self) { try fixture.openNew() }
    #expect(try fixture.content() == before)
    #expect(fixture.backups.count == 100)
    #expect(try !checkIsWhole(fixture, ""))
  }

  /// A limit on the size of files is like a full disk, and needs no file system of its own.
  @Test func `files that cannot grow leave the old store`() async throws {
    let fixture = try Self.fixture()
    try Self.fill(fixture)
    try await limited(to: 40 * 1024, fixture.path)
    #expect(try !checkIsWhole(fixture, ""))
    try fixture.openNew().close()
    #expect(fixture.backups.count == 1)
    #expect(try checkIsWhole(fixture, ""))
  }

  /// In a process of its own, whose files cannot grow past a size.
  private func limited(to bytes: UInt, _ path: String) async throws {
    await #expect(processExitsWith: .success) { [bytes = bytes as UInt, path = path as String] in
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: rlim_t(bytes), rlim_max: rlim_t(bytes))
      setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      let fixture = try Self.fixture()
      do {
        _ = try SQLiteStore(path: path, model: fixture.new, options: fixture.options(.automatic))
        exit(1)
      } catch {
        exit(error is StoreError ? 0 : 2)
      }
    }
  }

  /// The places cover a whole migration, of about 80 calls; the full number of kills is for a release.
  @Test(
    arguments: ProcessInfo.processInfo.environment["OBJWIRE_FULL"] == nil ? [5, 25, 45, 60] : Array(1...90))
  func `a kill at any call leaves the old store or the new one`(place: Int) async throws {
    let fixture = try Self.fixture()
    try Self.fill(fixture)
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [place = place as Int, path = fixture.path as String] in
      let fixture = try Self.fixture()
      var options = fixture.options(.automatic)
      options.fault = Calls().hook(place) {
        kill(getpid(), SIGKILL)
        return nil
      }
      try SQLiteStore(path: path, model: fixture.new, options: options).close()
      kill(getpid(), SIGKILL)
    }
    _ = try checkIsWhole(fixture, "call \(place)")
    try fixture.openNew().close()
    #expect(try checkIsWhole(fixture, "call \(place)"))
    #expect(fixture.backups.count == 1, "call \(place)")
  }
}
