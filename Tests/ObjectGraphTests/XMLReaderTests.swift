import Foundation
import ObjectGraph
import Testing
import TestSupport

/// The XML that model files are written in, through the one door that there is: `ManagedObjectModel(contentsOf:)`.
@Suite struct `XML of model files` {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  /// The complaints about a file, without the place of the file.
  private func complaints(_ bytes: [UInt8]) throws -> [String] {
    let path = folder.path("contents")
    try folder.write(bytes, to: "contents")
    do throws(ModelError) {
      _ = try ManagedObjectModel(contentsOf: folder.url.appending(path: "contents"))
      return []
    } catch {
      return error.complaints.map { String($0.description.dropFirst(path.count + 1)) }
    }
  }

  private func check(_ xml: String, _ expected: String...) throws {
    #expect(try complaints(Array(xml.utf8)) == expected, "\(xml.prefix(200))")
  }

  @Test(arguments: [
    "<model/>", "<model></model>", " \n<model />\r\n", "\u{FEFF}<model/>",
    "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n<model/>",
    "<?xml version='1.0' encoding='utf-8' ?><!-- a - b --><model a = 'x\"y' b=\"é\"/><!---->",
    "<model><!-- <entity/> & --><elements><element name=\"A\" x=\"&#x1F600;&#38;&lt;\"/></elements ></model >",
    "<model>\n  <entity name=\"&#65;\"/>\n</model>",
  ])
  func `what Xcode and XML 1.0 write is read`(xml: String) throws { try check(xml) }

  @Test func `references, line ends and white space are what XML says they are`() throws {
    try folder.write(
      Array(
        "<model><entity name=\"A\"><userInfo><entry key=\"a&#10;b\tc\r\nd\" value=\"&lt;&amp;&gt;&quot;&apos;é\"/></userInfo></entity></model>"
          .utf8), to: "contents")
    let model = try ManagedObjectModel(contentsOf: folder.url.appending(path: "contents"))
    #expect(model.entities[0].userInfo == ["a\nb c d": "<&>\"'é"])
  }

  @Test func `what is not XML is one complaint, with line and column`() throws {
    try check("<!-- -->", "1:9: there is no element")
    try check("<model>", "1:8: the file ends too early")
    try check("<model>\n é<entity\n", "3:1: the file ends too early")
    try check("<model>\n</modell>", "2:3: the end tag does not match the tag that is open")
    try check("</model>", "1:3: the end tag does not match the tag that is open")
    try check("<model/><model/>", "1:9: something follows the last tag")
    try check("<model/>x", "1:9: something follows the last tag")
    try check("x<model/>", "1:1: text outside of the element")
    try check("<model a=\"1\" a=\"2\"/>", "1:14: the attribute is there already")
    try check("<model a=\"1\"b=\"2\"/>", "1:13: white space is missing before an attribute")
    try check("<model a/>", "1:9: an attribute needs = and a value in quotes")
    try check("<model a=b/>", "1:10: an attribute needs = and a value in quotes")
    try check("<model é=\"<\"/>", "1:11: a < in a value is written &lt;")
    try check("<model / >", "1:8: the tag does not end with >")
    try check("< model/>", "1:2: a name is missing")
    let entity = "an entity other than &lt; &gt; &quot; &apos; and &amp;, which is how & itself is written"
    for text in ["&nbsp;", "&", "& "] { try check("<model a=\"\(text)\"/>", "1:11: " + entity) }
    for reference in [
      "&#0;", "&#xD800;", "&#x110000;", "&#xFFFE;", "&#;", "&#x;", "&#65", "&#99999999999;", "&#11;",
    ] {
      try check("<model a=\"\(reference)\"/>", "1:11: a character reference that names no character")
    }
    try check("<!-- a -- b --><model/>", "1:8: a comment may not contain --")
    try check("<!-- a", "1:7: the file ends too early")
  }

  @Test func `a merge that was not finished is called so`() throws {
    let merge = "a line of a merge that was not finished"
    try check("<model>\n<<<<<<< HEAD\n=======\n>>>>>>> x\n</model>", "2:1: " + merge)
    try check("<<<<<<< HEAD\n<model/>", "1:1: " + merge)
  }

  @Test func `XML of another kind is called by its name`() throws {
    try check(
      "<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \"x\">\n<plist/>",
      "1:1: a property list, which is no model")
    try check("<!DOCTYPE database SYSTEM \"x\">\n<database/>", "1:1: a store or a mapping, which is no model")
  }

  @Test func `what could do harm is refused by name`() throws {
    try check(
      "<?xml version=\"1.0\"?>\n<!DOCTYPE model [<!ENTITY a \"aa\">]>\n<model/>",
      "2:1: a document type, which model files do not have")
    try check("<model><!DOCTYPE a></model>", "1:8: a document type, which model files do not have")
    try check("<?php ?><model/>", "1:1: a processing instruction, which model files do not have")
    try check(
      "<model><?xml version=\"1.0\"?></model>", "1:8: a processing instruction, which model files do not have"
    )
    try check("<model><![CDATA[x]]></model>", "1:8: a marked section, which model files do not have")
    try check(
      "<?xml version=\"1.1\"?><model/>", "1:1: the XML declaration is not version 1.0 with an encoding")
    try check("<?xml version=\"1.0\" encoding=\"UTF-16\"?><model/>", "1:1: the encoding is not UTF-8")
    try check("<model a=\"\0\"/>", "1:11: a character that XML does not allow")
    try check("<model a=\"\u{FFFF}\"/>", "1:11: a character that XML does not allow")
    #expect(try complaints([0x3C, 0x0A, 0xC3, 0x28]) == ["2:1: the bytes are not UTF-8"])
    #expect(try complaints([0xFF, 0xFE, 0x3C, 0]) == ["1:1: the bytes are not UTF-8"])
  }

  @Test func `depth and attributes have limits`() throws {
    func nested(_ depth: Int) -> String {
      "<model><elements>" + String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
        + "</elements></model>"
    }
    try check(nested(30))
    try check(nested(31), "1:111: elements are nested deeper than 32")
    func wide(_ count: Int) -> String {
      "<model " + (0..<count).map { "a\($0)=\"\"" }.joined(separator: " ") + "/>"
    }
    try check(wide(64))
    try check(wide(65), "1:446: an element has more than 64 attributes")
  }

  @Test func `elements have a limit`() throws {
    func many(_ count: Int) -> String {
      "<model><elements>\n" + String(repeating: "<a/>", count: count - 2) + "</elements></model>"
    }
    try check(many(250_000))
    try check(many(250_001), "2:999993: there are more than 250000 elements")
  }

  @Test func `a large file is read in time that its size gives, whatever is in it`() throws {
    let count = 40_000
    let hostile = [
      "<model a=\"" + String(repeating: "&amp;", count: count) + "\"/>",
      "<model><elements>" + String(repeating: "<a/>\n", count: count) + "</elements></model>",
      "<!--" + String(repeating: "- ", count: count) + "--><model/>",
      "<model>" + String(repeating: "<!---->", count: count) + "</model>",
    ]
    for xml in hostile { try check(xml) }
    try check(
      "<model>" + String(repeating: "x ", count: count) + "</model>", "1: model: there is text in <model>")
  }
}
