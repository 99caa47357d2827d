import Foundation
import JSON
import Testing
import TestSupport

private let suiteDirectory = SharedFiles.url("data/json/JSONTestSuite/test_parsing")

/// JSONTestSuite: `y_` must be read, `n_` must be refused, `i_` is free and its choices are listed here.
@Suite(.enabled(if: suiteDirectory != nil, "JSONTestSuite is not beside the project"))
struct ConformanceSuiteTests {
  /// The grammar allows a key to occur twice, this reader does not: two of the 95 are refused, by that name.
  static let duplicates = ["y_object_duplicated_key.json", "y_object_duplicated_key_and_value.json"]

  /// Numbers of any size are kept as text and nesting reaches to 512; what is not UTF-8, lone surrogates and byte
  /// order marks are refused.
  static func isAccepted(_ name: String) -> Bool {
    name.hasPrefix("y_") && !duplicates.contains(name)
      || name.hasPrefix("i_number_") || name == "i_structure_500_nested_arrays.json"
  }

  @Test(arguments: duplicates)
  func `a duplicate key is the only fault of a text`(_ name: String) throws {
    let file = try #require(suiteDirectory).appending(path: name)
    let bytes = [UInt8](try Data(contentsOf: file))
    let error = #expect(throws: JSONError.self) { try JSONScanner.validate(bytes.span) }
    #expect(error?.kind == .duplicateKey)
  }

  @Test(arguments: [("y_", 95), ("n_", 188), ("i_", 35)])
  func `every text is read or refused as it must be`(_ prefix: String, _ count: Int) throws {
    let directory = try #require(suiteDirectory)
    let files = try FileManager.default.contentsOfDirectory(at: directory, includingPropertiesForKeys: nil)
      .filter { $0.lastPathComponent.hasPrefix(prefix) }
    #expect(files.count == count)
    for file in files {
      let bytes = [UInt8](try Data(contentsOf: file))
      let tree = try? JSONValue(parsing: bytes.span)
      let isValid = (try? JSONScanner.validate(bytes.span)) != nil
      let name = file.lastPathComponent
      #expect((tree != nil) == Self.isAccepted(name), "\(name)")
      #expect(isValid == (tree != nil), "\(name)")
    }
  }
}
