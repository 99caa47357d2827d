import Foundation
import ObjectGraph
import PredicateLanguage
import SQLiteStore
import Testing
import TestSupport

/// The example in the documentation of `PersistentContainer` compiles and does what it says.
@Suite struct ExampleTests {
  @Test func `the example of the container keeps a note`() throws {
    let directory = try TemporaryDirectory()
    let folder = directory.url
    // begin
    let note = EntityDescription("Note", properties: [.attribute(AttributeDescription("text", .string))])
    let model = try ManagedObjectModel(entities: [note])
    let container = PersistentContainer(name: "Notes", managedObjectModel: model)
    container.persistentStoreDescriptions[0].url = folder.appending(path: "notes.sqlite")
    container.loadPersistentStores { description, error in
      if let error { print("\(description.url?.path ?? "-") cannot be used: \(error)") }
    }
    try container.viewContext.performAndWait { context throws(StoreError) in
      let note = try context.insertNewObject(forEntityName: "Note")
      try note.setValue(.string("Buy milk"), forKey: "text")
      try context.save()
    }
    // end
    #expect(FileManager.default.fileExists(atPath: directory.path("notes.sqlite")))
    let kept = try container.newBackgroundContext().performAndWait { context throws(StoreError) in
      try context.fetch(FetchRequest(entityName: "Note")).map { note throws(StoreError) in
        try note.value(forKey: "text")
      }
    }
    #expect(kept == [.string("Buy milk")])
  }

  @Test func `the example that runs is the one that is printed, here and in README`() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let container = root.appending(path: "Sources/ObjectGraph/Coordinator/PersistentContainer.swift")
    let printed = try lines(of: container, from: "/// ```", to: "/// ```")
      .map { $0.dropFirst(3).trimmingCharacters(in: .whitespaces) }
    let run = try lines(of: URL(filePath: #filePath), from: "// begin", to: "// end")
    #expect(!printed.isEmpty && printed == run)
    let readMe = try lines(of: root.appending(path: "README.md"), from: "```swift", to: "```")
    #expect(readMe.suffix(run.count) == run[...])
  }

  /// The lines between the first two marks, without the blanks at their ends.
  private func lines(of file: URL, from begin: String, to end: String) throws -> [String] {
    let lines = try String(contentsOf: file, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false
    ).map { $0.trimmingCharacters(in: .whitespaces) }
    let start = try #require(lines.firstIndex(of: begin)) + 1
    return Array(lines[start...].prefix { $0 != end })
  }
}
