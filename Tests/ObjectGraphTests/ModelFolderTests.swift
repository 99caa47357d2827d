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
      "<plist/>", "<plist><array/></plist>", "<plist><dict><key>_XCCurrentVersionName</key></dict></plist>",
      "<plist><dict><key>_XCCurrentVersionName</key><true/></dict></plist>", "bplist00", "<dict/>",
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

  @Test func `a current version may be left open, as Xcode does where there is one`() throws {
    let empty = "<plist version=\"1.0\">\n<dict/>\n</plist>"
    try folder.write(contents("Only"), to: "S.xcdatamodeld/S.xcdatamodel/contents")
    try folder.write(empty, to: "S.xcdatamodeld/.xccurrentversion")
    #expect(
      try ModelVersions(contentsOf: folder.url.appending(path: "S.xcdatamodeld")).currentName == "S")
    let url = try writeVersions(current: nil)
    try folder.write(empty, to: "M.xcdatamodeld/.xccurrentversion")
    #expect(try ModelVersions(contentsOf: url).currentName == nil)
  }

  @Test func `the current version may be in a binary property list`() throws {
    let url = try writeVersions(current: nil)
    let list = try PropertyListSerialization.data(
      fromPropertyList: ["_XCCurrentVersionName": "M.xcdatamodel"], format: .binary, options: 0)
    try folder.write(Array(list), to: "M.xcdatamodeld/.xccurrentversion")
    #expect(try ModelVersions(contentsOf: url).currentName == "M")
  }

  @Test func `letters of names may be composed in one place and decomposed in the other, as on a Mac`() throws
  {
    let (composed, decomposed) = ("Mod\u{E8}le", "Mode\u{300}le")
    for (inFolder, inFile) in [(composed, decomposed), (decomposed, composed)] {
      let place = "\(inFolder.utf8.count).xcdatamodeld"
      try folder.write(contents("Old"), to: "\(place)/\(inFolder).xcdatamodel/contents")
      try folder.write(contents("New"), to: "\(place)/\(inFolder) 2.xcdatamodel/contents")
      try folder.write(current(inFile + " 2.xcdatamodel"), to: "\(place)/.xccurrentversion")
      let versions = try ModelVersions(contentsOf: folder.url.appending(path: place))
      #expect(try versions.currentModel().entities.map(\.name) == ["New"])
      #expect(try versions.model(named: inFile).entities.map(\.name) == ["Old"])
    }
    // Where both are there, the bytes decide.
    try folder.write(contents("A"), to: "B.xcdatamodeld/\(composed).xcdatamodel/contents")
    try folder.write(contents("B"), to: "B.xcdatamodeld/\(decomposed).xcdatamodel/contents")
    for (name, entity) in [(composed, "A"), (decomposed, "B")] {
      try folder.write(current(name + ".xcdatamodel"), to: "B.xcdatamodeld/.xccurrentversion")
      let model = try ManagedObjectModel(contentsOf: folder.url.appending(path: "B.xcdatamodeld"))
      #expect(model.entities.map(\.name) == [entity])
    }
  }

  @Test func `names of versions may hold what URLs escape, and other files may lie beside them`() throws {
    let name = "A&B 100%25 #2? – größer"
    try folder.write(contents("A"), to: "M.xcdatamodeld/\(name).xcdatamodel/contents")
    try folder.write(contents("B"), to: "M.xcdatamodeld/M.xcdatamodel/contents")
    try folder.write([0, 0, 0, 1], to: "M.xcdatamodeld/.DS_Store")
    try folder.write(
      current(name.replacing("&", with: "&amp;") + ".xcdatamodel"), to: "M.xcdatamodeld/.xccurrentversion")
    let url = folder.url.appending(path: "M.xcdatamodeld")
    #expect(try ManagedObjectModel(contentsOf: url).entities.map(\.name) == ["A"])
    #expect(try ManagedObjectModel.mergedModel(from: [folder.url]).entities.map(\.name) == ["A"])
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
    try folder.write("", to: "blank")
    try check("blank", "blank: the file is empty")
    try folder.write("\u{FEFF} \n\t", to: "blank")
    try check("blank", "blank: the file is empty")
    try folder.write("", to: "old.xcdatamodel/elements")
    try folder.write("", to: "old.xcdatamodel/layout")
    try check(
      "old.xcdatamodel",
      "old.xcdatamodel: this model was kept by an editor before Xcode 4; Xcode can convert it")
    try folder.write("bplist00", to: "c.momd/c.mom")
    try folder.write("momv2$", to: "c.momd/c.omo")
    let compiled = "this is what Xcode compiles of a model; use the source, an .xcdatamodeld folder"
    for name in ["c.momd", "c.momd/c.mom", "c.momd/c.omo"] { try check(name, "\(name): \(compiled)") }
    try folder.write("", to: "e.momd/x")
    try check("e.momd", "e.momd: " + compiled)
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

  @Test func `a name that is not there comes with the one that was meant`() throws {
    func check(_ name: String, _ expected: String) throws {
      let url = folder.url.appending(path: name)
      #expect(try complaints { try ManagedObjectModel(contentsOf: url) } == ["\(name): \(expected)"])
    }
    try folder.write(contents("A"), to: "Notes.xcdatamodeld/Notes.xcdatamodel/contents")
    try check("Nots.xcdatamodeld", "there is no such file or folder (did you mean Notes.xcdatamodeld?)")
    try check("other/Notes.xcdatamodeld", "there is no such file or folder")
    // What a Mac's bundle has; the names are too far apart to be guessed.
    let compiled = "there is no such file or folder, and Xcode's compiled models are not read; use the source"
    for name in ["Notes.momd", "Notes.mom"] {
      try check(name, compiled + " (did you mean Notes.xcdatamodeld?)")
    }
    try check("Other.momd", compiled)
  }

  @Test func `only files are read`() throws {
    let url = try #require(URL(string: "https://example.org/Notes.xcdatamodeld"))
    for body in [
      { try ManagedObjectModel(contentsOf: url) }, { try ModelVersions(contentsOf: url).currentModel() },
      { try ManagedObjectModel.mergedModel(from: [url]) },
    ] {
      #expect(try complaints(body) == ["https://example.org/Notes.xcdatamodeld: this is no URL of a file"])
    }
  }

  @Test func `a folder of several models is not taken for one of them`() throws {
    try folder.write(contents("A"), to: "all/A.xcdatamodel/contents")
    try folder.write(contents("B"), to: "all/B.xcdatamodeld/B.xcdatamodel/contents")
    #expect(
      try complaints { try ManagedObjectModel(contentsOf: folder.url.appending(path: "all")) } == [
        "all: this folder is no model, it holds several: A.xcdatamodel, B.xcdatamodeld"
      ])
    let merged = try ManagedObjectModel.mergedModel(from: [folder.url.appending(path: "all")])
    #expect(merged.entities.map(\.name) == ["A", "B"])
  }

  @Test(.enabled(if: geteuid() != 0, "root may read everything"))
  func `what may not be read is not called missing`() throws {
    try folder.write(contents("A"), to: "closed/A.xcdatamodel/contents")
    let closed = folder.url.appending(path: "closed")
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: closed.path)
    defer { try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: closed.path) }
    #expect(
      try complaints { try ManagedObjectModel(contentsOf: closed) } == ["closed: the folder cannot be read"])
    try FileManager.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: closed.path)
    #expect(
      try complaints { try ManagedObjectModel(contentsOf: closed.appending(path: "A.xcdatamodel")) }
        == ["closed/A.xcdatamodel: a folder above it may not be searched"])
  }

  @Test func `a link that leads nowhere is called so`() throws {
    for target in ["nowhere", "dead.xcdatamodel"] {
      let link = folder.url.appending(path: "dead.xcdatamodel")
      try? FileManager.default.removeItem(at: link)
      try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: target)
      #expect(
        try complaints { try ManagedObjectModel(contentsOf: link) }
          == ["dead.xcdatamodel: this is a link that leads nowhere"])
    }
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

  @Test func `what two models disagree about comes with both places`() throws {
    func write(_ attribute: String, _ predicate: String, to name: String) throws {
      try folder.write(
        """
        <model><entity name="A"><attribute name="\(attribute)" attributeType="String"/></entity>
        <fetchRequest name="f" entity="A" predicateString="\(predicate)"/></model>
        """, to: "\(name).xcdatamodel/contents")
    }
    try write("a", "TRUEPREDICATE", to: "1")
    try write("b", "FALSEPREDICATE", to: "2")
    let found = try complaints { try ManagedObjectModel.mergedModel(from: [folder.url]) }
    #expect(
      found.map { $0.replacing(folder.url.path + "/", with: "") } == [
        "2.xcdatamodel: A.a: only some of the models have it; the other is 1.xcdatamodel",
        "2.xcdatamodel: A.b: only some of the models have it; the other is 1.xcdatamodel",
        "2.xcdatamodel: the models disagree about the fetch request f; the other is 1.xcdatamodel",
      ])
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
