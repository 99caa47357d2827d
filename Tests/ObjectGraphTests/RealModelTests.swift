import BinaryFormats
import Foundation
import ObjectGraph
import Testing
import TestSupport

/// Models of public projects, and what Xcode compiled of them (see the files beside them for their licences).
@Suite struct `Models of real programs` {
  private static let models = "data/coredata/models"
  private static var isThere: Bool { SharedFiles.url(models) != nil }

  private static var files: [String] {
    guard let folder = SharedFiles.url(models) else { return [] }
    let all = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.allObjects ?? []
    return all.compactMap { ($0 as? URL)?.path }.filter { $0.hasSuffix(".contents") }.sorted()
  }

  @Test(.enabled(if: isThere, "the shared data is absent"), arguments: files)
  func `a model is read, and read again from the JSON that it is written as`(path: String) throws {
    let model = try ManagedObjectModel(contentsOf: URL(filePath: path))
    #expect(!model.entities.isEmpty)
    let folder = try TemporaryDirectory()
    try folder.write(model.jsonText, to: "m.model.json")
    expectSame(model, try ManagedObjectModel(contentsOf: folder.url.appending(path: "m.model.json")))
  }

  /// The entities whose hashes differ from those that Xcode compiled; those without a known recipe are left out.
  private func misses(_ model: String, _ info: String, version: String) throws -> [String] {
    let file = try #require(SharedFiles.url("data/coredata/mom/\(info)"))
    let list = try PropertyListReader.read(Array(try Data(contentsOf: file)))
    let hashes = list.dictionary?["NSManagedObjectModel_VersionHashes"]?.dictionary?[version]?.dictionary
    let url = try #require(SharedFiles.url("\(Self.models)/\(model).contents"))
    let read = try ManagedObjectModel(contentsOf: url)
    let compiled = try #require(hashes)
    #expect(compiled.entries.count == read.entities.count)
    return read.entities.map(\.name).filter { name in
      compiled[name]?.data != read.entityVersionHashesByName[name]
    }
  }

  @Test(
    .enabled(if: isThere, "the shared data is absent"),
    arguments: [
      ("CoreDataPlus/SampleModel", "CoreDataPlus/SampleModel.momd/VersionInfo.plist", "SampleModel", []),
      ("CoreDataPlus/SampleModel2", "CoreDataPlus/SampleModel.momd/VersionInfo.plist", "SampleModel2", []),
      ("CoreDataPlus/SampleModel3", "CoreDataPlus/SampleModel3.momd/VersionInfo.plist", "SampleModel3", []),
      (
        "CoreDataPlus/SampleModel3_v2", "CoreDataPlus/SampleModel3.momd/VersionInfo.plist", "SampleModel3_v2",
        []
      ),
      (
        "CoreDataPlus/SampleModel3_v3", "CoreDataPlus/SampleModel3.momd/VersionInfo.plist", "SampleModel3_v3",
        []
      ),
      ("SwiftGen/Model", "SwiftGen/VersionInfo.plist", "Model", []),
      // It has derived attributes.
      ("SwiftGen/Model2", "SwiftGen/VersionInfo.plist", "Model 2", ["ChildEntity"]),
    ] as [(String, String, String, [String])])
  func `hashes are those that Xcode compiled`(
    model: String, info: String, version: String, expected: [String]
  ) throws {
    #expect(try misses(model, info, version: version) == expected)
  }
}
