import Foundation
import ObjectGraph
import PredicateLanguage
import Testing
import TestSupport

/// Where models lie: folders of versions, folders of one version, single files, and folders of several models.
@Suite struct `Folders of models` {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func contents(_ entity: String, version: String = "") -> String {
    """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <model userDefinedModelVersionIdentifier="\(version)"><entity name="\(entity)"/></model>
    """
  }

  private func current(_ name: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    <dict>
    \t<key>_XCCurrentVersionName</key>
    \t<string>\(name)</string>
    </dict>
    </plist>
    """
  }

  /// Two versions, of which the second is the current one.
  private func writeVersions(current name: String? = "M 2.xcdatamodel") throws -> URL {
    try folder.write(contents("Old", version: "1"), to: "M.xcdatamodeld/M.xcdatamodel/contents")
    try folder.write(contents("New", version: "2"), to: "M.xcdatamodeld/M 2.xcdatamodel/contents")
    if let name { try folder.write(current(name), to: "M.xcdatamodeld/.xccurrentversion") }
    return folder.url.appending(path: "M.xcdatamodeld")
  }

  /// The complaints of a call, without the temporary folder.
  private func complaints(_ body: () throws -> ManagedObjectModel) throws -> [String] {
    do {
      _ = try body()
      return []
    } catch let error as ModelError {
      return error.complaints.map { $0.description.replacing(folder.url.path + "/", with: "") }
    }
  }

  @Test func `a folder of versions gives the current one, and lists all`() throws {
    let url = try writeVersions()
    #expect(try ManagedObjectModel(contentsOf: url).entities.map(\.name) == ["New"])
    let versions = try ModelVersions(contentsOf: url)
    #expect(versions.names == ["M", "M 2"] && versions.currentName == "M 2" && versions.url == url)
    #expect(try versions.model(named: "M").entities.map(\.name) == ["Old"])
    #expect(try versions.currentModel().versionIdentifiers == ["2"])
    #expect(try versions.models().mapValues { $0.entities[0].name } == ["M": "Old", "M 2": "New"])
    #expect(
      try complaints { try versions.model(named: "N 2") }
        == ["M.xcdatamodeld: there is no version N 2; there are M, M 2 (did you mean M 2?)"])
  }

  @Test func `one version needs no current one, several do`() throws {
    try folder.write(contents("Only"), to: "S.xcdatamodeld/S.xcdatamodel/contents")
    let single = folder.url.appending(path: "S.xcdatamodeld")
    #expect(try ManagedObjectModel(contentsOf: single).entities.map(\.name) == ["Only"])
    #expect(try ModelVersions(contentsOf: single).currentName == "S")
    let url = try writeVersions(current: nil)
    #expect(
      try complaints { try ManagedObjectModel(contentsOf: url) } == [
        "M.xcdatamodeld: there are several versions (M, M 2), and no .xccurrentversion says which is the current one"
      ])
    #expect(try ModelVersions(contentsOf: url).currentName == nil)
  }

  @Test func `a current version that is not there, or not said, is an error`() throws {
    let url = try writeVersions(current: "M 3.xcdatamodel")
    let file = "M.xcdatamodeld/.xccurrentversion"
    #expect(
      try complaints { try ManagedObjectModel(contentsOf: url) }
        == ["\(file): the current version is M 3, which is not there; there are M, M 2 (did you mean M 2?)"])
    for text in [
      "<plist/>", "<plist><dict><key>a</key><string>b</string></dict></plist>",
      "<plist><dict><key>_XCCurrentVersionName</key></dict></plist>",
    ] {
      try folder.write(text, to: file)
      #expect(
        try complaints { try ManagedObjectModel(contentsOf: url) }
          == ["\(file): this is no property list that has a string for _XCCurrentVersionName"])
    }
    for text in ["<!DOCTYPE plist [<!ENTITY a \"b\">]><plist/>", "<!DOCTYPE html><plist/>"] {
      try folder.write(text, to: file)
      let found = try complaints { try ManagedObjectModel(contentsOf: url) }
      #expect(found.count == 1 && found[0].hasSuffix("a document type, which model files do not have"))
    }
  }

  @Test func `a version, its file and JSON are read by themselves`() throws {
    let url = try writeVersions()
    for path in ["M.xcdatamodel", "M.xcdatamodel/contents"] {
      #expect(try ManagedObjectModel(contentsOf: url.appending(path: path)).entities.map(\.name) == ["Old"])
    }
    try folder.write("\n {\"entities\": [{\"name\": \"J\"}]}", to: "whatever")
    let model = try ManagedObjectModel(contentsOf: folder.url.appending(path: "whatever"))
    #expect(model.entities.map(\.name) == ["J"])
  }

  @Test func `what is no model says what it is`() throws {
    func check(_ name: String, _ expected: String) throws {
      let url = folder.url.appending(path: name)
      #expect(try complaints { try ManagedObjectModel(contentsOf: url) } == [expected])
    }
    try check("none", "none: there is no such file or folder")
    try folder.write("", to: "old.xcdatamodel/elements")
    try folder.write("", to: "old.xcdatamodel/layout")
    try check(
      "old.xcdatamodel",
      "old.xcdatamodel: this model was kept by an editor before Xcode 4; Xcode can convert it")
    try folder.write("bplist00", to: "c.momd/c.mom")
    let compiled = "this is a compiled model; only models as they are written are read"
    try check("c.momd", "c.momd: " + compiled)
    try check("c.momd/c.mom", "c.momd/c.mom: " + compiled)
    try folder.write("{}", to: "several/a.model.json")
    try check(
      "several",
      "several: this folder is no model: it has neither a file contents nor a folder *.xcdatamodel; "
        + "it holds a.model.json")
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "odd/contents"), withIntermediateDirectories: true)
    try check("odd", "odd/contents: this is no file")
    #expect(
      try complaints { try ManagedObjectModel(contentsOf: URL(filePath: "/dev/null")) }
        == ["/dev/null: this is neither a file nor a folder"])
    #expect(throws: ModelError.self) { try ModelVersions(contentsOf: folder.url.appending(path: "several")) }
  }

  @Test func `links are followed`() throws {
    let url = try writeVersions()
    let link = folder.url.appending(path: "link")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: url)
    #expect(try ManagedObjectModel(contentsOf: link).entities.map(\.name) == ["New"])
  }

  @Test func `every model of a folder is merged, and models beside it`() throws {
    _ = try writeVersions()
    try folder.write(contents("Single", version: "s"), to: "S.xcdatamodel/contents")
    try folder.write("{\"entities\": [{\"name\": \"J\"}]}", to: "j.model.json")
    try folder.write("{\"no\": \"model\"}", to: "settings.json")
    try folder.write("{\"entities\": [{\"name\": \"Aside\"}]}", to: "below/aside.json")
    let merged = try ManagedObjectModel.mergedModel(from: [folder.url])
    #expect(merged.entities.map(\.name) == ["J", "New", "Single"])
    #expect(merged.versionIdentifiers == ["2", "s"])
    let more = try ManagedObjectModel.mergedModel(from: [
      folder.url, folder.url.appending(path: "below/aside.json"), folder.url.appending(path: "S.xcdatamodel"),
    ])
    #expect(more.entities.map(\.name) == ["Aside", "J", "New", "Single"])
    #expect(try ManagedObjectModel.mergedModel(from: []).entities.isEmpty)
  }

  @Test func `what is wrong with any of several models is told about all`() throws {
    try folder.write("<model><entity name=\"1\"/></model>", to: "A.xcdatamodel/contents")
    try folder.write("{]", to: "b.model.json")
    let found = try complaints {
      try ManagedObjectModel.mergedModel(from: [folder.url, folder.url.appending(path: "c")])
    }
    #expect(
      found == [
        "A.xcdatamodel/contents:1: 1: its name is not made of letters, digits and _ alone",
        "b.model.json:1:2: this is no JSON: unexpected character", "c: there is no such file or folder",
      ])
    try folder.write("", to: "empty/x")
    #expect(
      try complaints { try ManagedObjectModel.mergedModel(from: [folder.url.appending(path: "empty")]) }.count
        == 1)
  }
}
