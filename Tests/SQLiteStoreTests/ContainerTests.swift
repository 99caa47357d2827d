import Foundation
import ObjectGraph
import SQLiteStore
import Testing
import TestSupport

/// SQLite stores as containers and coordinators open them.
@Suite struct ContainerTests {
  private let directory: TemporaryDirectory
  private let coordinator: PersistentStoreCoordinator

  init() throws {
    directory = try TemporaryDirectory()
    coordinator = PersistentStoreCoordinator(managedObjectModel: try StoreFixture.model())
  }

  private var url: URL { URL(filePath: directory.path("items.sqlite")) }

  private func refusal(_ url: URL?, _ options: PersistentStoreOptions = PersistentStoreOptions()) -> String? {
    do throws(StoreError) {
      try coordinator.addPersistentStore(type: .sqlite, at: url, options: options)
      return nil
    } catch {
      guard case .open(let reason) = error else { return "\(error)" }
      return reason
    }
  }

  @Test func `a store's place is read back as it was given`() throws {
    try SQLiteStore(path: url.path, model: coordinator.managedObjectModel).close()
    let link = URL(filePath: directory.path("link é.sqlite"))
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: url)
    #expect(refusal(link) == nil)
    let store = try #require(coordinator.persistentStores.first as? SQLiteStore)
    #expect(store.url == link && store.path == url.path)
  }

  @Test func `a store needs the URL of a file`() throws {
    #expect(refusal(nil) == "an SQLite store needs the URL of its file")
    let remote = try #require(URL(string: "https://example.org/items.sqlite"))
    #expect(refusal(remote) == "https://example.org/items.sqlite is not the URL of a file")
    #expect(refusal(URL(filePath: "/dev/null")) != nil)
    #expect(coordinator.persistentStores.isEmpty)
  }

  @Test(arguments: [
    ["synchronous": "NORMAL"], ["synchronous": "full", "JOURNAL_MODE": "wal"], ["Synchronous": "1"],
  ])
  func `pragmas that a store has may be set`(pragmas: [String: String]) throws {
    #expect(refusal(url, PersistentStoreOptions(sqlitePragmas: pragmas)) == nil)
  }

  @Test(arguments: [
    (["synchronous": "OFF"], "the pragma synchronous of a store cannot be OFF"),
    (["journal_mode": "DELETE"], "the pragma journal_mode of a store cannot be DELETE"),
    (["b": "1", "auto_vacuum": "0"], "the pragma auto_vacuum of a store cannot be set"),
  ])
  func `any other pragma is refused before a file is made`(pragmas: [String: String], reason: String) throws {
    #expect(refusal(url, PersistentStoreOptions(sqlitePragmas: pragmas)) == reason)
    #expect(!FileManager.default.fileExists(atPath: url.path))
  }

  @Test(arguments: [-1, -Double.infinity, .nan])
  func `a timeout must be a number of seconds`(timeout: Double) throws {
    #expect(refusal(url, PersistentStoreOptions(timeout: timeout))?.hasPrefix("a timeout must be") == true)
  }

  @Test(arguments: [0, 0.0001, 240, Double.infinity, .greatestFiniteMagnitude])
  func `any number of seconds is a timeout`(timeout: Double) throws {
    #expect(refusal(url, PersistentStoreOptions(timeout: timeout)) == nil)
  }

  @Test func `a read-only store must exist, and refuses changes`() throws {
    let options = PersistentStoreOptions(isReadOnly: true)
    #expect(refusal(url, options) == "\(url.path) does not exist")
    try SQLiteStore(path: url.path, model: coordinator.managedObjectModel).close()
    #expect(refusal(url, options) == nil)
    #expect(coordinator.persistentStores[0].isReadOnly)
  }

  @Test func `a second store makes no file`() throws {
    #expect(refusal(url) == nil)
    let second = URL(filePath: directory.path("second.sqlite"))
    #expect(refusal(second) == "another store of this coordinator holds Item")
    #expect(!FileManager.default.fileExists(atPath: second.path))
  }

  @Test func `a container has one SQLite store in the default directory unless told otherwise`() throws {
    let container = PersistentContainer(
      name: "Items", managedObjectModel: coordinator.managedObjectModel)
    let expected = PersistentContainer.defaultDirectoryURL().appending(path: "Items.sqlite")
    #expect(container.persistentStoreDescriptions.map(\.url?.path) == [expected.path])
    #expect(container.persistentStoreDescriptions.map(\.type) == [.sqlite])
    container.persistentStoreDescriptions = [PersistentStoreDescription(path: url.path)]
    container.loadPersistentStores { _, error in #expect(error == nil) }
    #expect(container.persistentStoreCoordinator.persistentStores.map(\.url) == [url])
  }
}
