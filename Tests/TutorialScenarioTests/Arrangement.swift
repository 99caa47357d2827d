import Foundation
import ObjectGraph
import SQLiteStore
import Testing
import TestSupport

/// A way to put the stack together, over a store of a kind.
struct Arrangement: Sendable, CustomTestStringConvertible {
  let setUp: SharedStack.SetUp
  let type: PersistentStoreType

  static let all = [PersistentStoreType.inMemory, .sqlite].flatMap { type in
    SharedStack.SetUp.allCases.map { Arrangement(setUp: $0, type: type) }
  }

  var testDescription: String { "\(setUp), \(type.name)" }
}

/// A folder for the documents of a user, and stacks over the store in it.
@MainActor final class Documents {
  let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  /// Where the tutorial keeps its store.
  var url: URL { URL(filePath: folder.path("person.db")) }

  func stack(_ arrangement: Arrangement) throws -> SharedStack {
    let isFile = arrangement.type == .sqlite
    return try stack(
      arrangement.setUp, PersistentStoreDescription(type: arrangement.type, url: isFile ? url : nil))
  }

  func stack(_ setUp: SharedStack.SetUp, at url: URL) throws -> SharedStack {
    try stack(setUp, PersistentStoreDescription(url: url))
  }

  func stack(_ setUp: SharedStack.SetUp, _ description: PersistentStoreDescription) throws -> SharedStack {
    SharedStack(setUp, model: try TutorialModel.make(), store: description)
  }
}
