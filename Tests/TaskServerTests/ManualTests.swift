import Foundation
import JSON
import JSONRPC
import TaskServer
import TestSupport
import Testing

/// The manual says what is so: every example runs, every generated file is current.
@Suite struct ManualTests {
  @Test(arguments: Manual.description.methods.map(\.name))
  func `an example of the manual runs, and gives what it says`(name: String) throws {
    let method = try #require(Manual.description.methods.first { $0.name == name })
    let model = method.example.model
    #expect(model == nil || model == StaffModel.name)
    let directory = try TemporaryDirectory()
    let conversation = try Conversation { configuration in
      if model != nil { configuration.model = try? StaffModel.make() }
      if method.example.isOnDisk { configuration.storage = .file(directory.path("tasks.sqlite")) }
    }
    for call in method.example.setup {
      let parts = call.split(separator: " ", maxSplits: 1).map(String.init)
      let reply = try conversation.call(
        try #require(parts.first), try conversation.withStore(of: try #require(parts.last)))
      #expect(reply["code"] == nil, "\(reply.text)")
    }
    let params = try conversation.withStore(of: method.example.params ?? "{}")
    if method.isNotification {
      let line = #"{"jsonrpc":"2.0","method":"\#(name)","params":\#(params)}"#
      #expect(conversation.say(line).isEmpty)
      return
    }
    let result = try conversation.call(name, params)
    #expect(result["code"] == nil, "\(result.text)")
    guard let text = method.example.result else { return }
    let expected = try JSONValue(parsing: text)
    if method.example.isExact {
      #expect(Conversation.normalized(result.text) == Conversation.normalized(expected.text))
    } else {
      #expect(Self.outline(result) == Self.outline(expected))
    }
  }

  /// The names and types of a value, without its values; of elements that look alike, one.
  private static func outline(_ value: JSONValue) -> String {
    switch value {
    case .object(let object):
      return "{" + object.members.map { "\($0.key): \(outline($0.value))" }.joined(separator: ", ") + "}"
    case .array(let elements):
      var outlines: [String] = []
      for element in elements.map(outline) where !outlines.contains(element) { outlines.append(element) }
      return "[" + outlines.joined(separator: ", ") + "]"
    case .string: return "string"
    case .number: return "number"
    case .bool: return "boolean"
    case .null: return "null"
    }
  }

  @Test(arguments: GeneratedFiles.all.map(\.path))
  func `a generated file is current`(path: String) throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let generated = try #require(GeneratedFiles.all.first { $0.path == path })
    let committed = try String(contentsOf: root.appending(path: path), encoding: .utf8)
    let differing = zip(
      committed.split(separator: "\n", omittingEmptySubsequences: false),
      generated.text.split(separator: "\n", omittingEmptySubsequences: false)
    ).first { $0 != $1 }
    #expect(
      committed == generated.text,
      "objwire describe --write brings \(path) up to date; first difference: \(String(describing: differing))"
    )
  }

  @Test func `the first session of the manual is what a server answers`() throws {
    let conversation = try Conversation()
    for (request, reply) in FirstSession.exchanges {
      #expect(conversation.say(request).map(Conversation.normalized) == [Conversation.normalized(reply)])
      #expect(Manual.description.markdown.contains("\n\(request)\n\(reply)\n"))
    }
  }

  @Test func `every link of the manual leads somewhere`() throws {
    let text = Manual.description.markdown
    let headings = text.matches(of: /(?m)^##+ (.+)$/).map { MarkdownLink.anchor(String($0.output.1)) }
    let anchors = Set(headings + text.matches(of: /<a id="([^"]+)"/).map { String($0.output.1) })
    #expect(Set(headings).count == headings.count)
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let targets = text.matches(of: /\]\(([^)]+)\)/).map { String($0.output.1) }
    #expect(targets.count > 60)
    for target in targets {
      if target.first == "#" {
        #expect(anchors.contains(String(target.dropFirst())), "\(target)")
      } else {
        #expect(FileManager.default.fileExists(atPath: root.appending(path: target).path), "\(target)")
      }
    }
    for method in Manual.description.methods {
      #expect(targets.contains("#" + MarkdownLink.anchor(method.name)), "\(method.name)")
    }
  }

  @Test func `the manual is short enough to be read`() {
    let text = Manual.description.markdown
    let chapters = text.split(separator: "\n## ").filter { chapter in
      !["Methods\n", "Shapes\n", "Notifications to the client\n"].contains { chapter.hasPrefix($0) }
    }
    func wordCount(_ text: some StringProtocol) -> Int {
      text.split { $0 == " " || $0 == "\n" }.count { $0 != "|" && $0 != "---" }
    }
    #expect(chapters.reduce(0) { $0 + wordCount($1) } <= 3_460)
    #expect(wordCount(text) <= 10_900)
  }

  @Test func `a shape of the manual has one meaning`() throws {
    var shapes: [String: Set<String>] = [:]
    func collect(_ value: JSONValue) {
      if let title = value["title"]?.string, value["type"] == "object" {
        var members = value.object ?? JSONObject()
        members["description"] = nil
        shapes[title, default: []].insert(JSONValue.object(members).text)
      }
      value.object?.members.forEach { collect($0.value) }
      value.array?.forEach(collect)
    }
    collect(Manual.description.openRPC)
    #expect(Set(shapes.keys) == ["FetchRequest", "Object", "Reference", "Saved"])
    #expect(shapes.values.allSatisfy { $0.count == 1 }, "\(shapes)")
  }

  @Test func `every kind of error that a method gives is in the table, once, with a code of its own`() {
    let table = Manual.description.errors
    #expect(Set(table.map(\.name)).count == table.count)
    let ours = table.filter { $0.code > 0 }.map(\.code)
    #expect(Set(ours).count == ours.count)
    for method in Manual.description.methods {
      #expect(!method.summary.isEmpty)
      #expect(method.errors.allSatisfy { kind in table.contains(kind) }, "\(method.name)")
    }
  }

  @Test func `every file of Methods holds a method of the list, or one of each family`() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Sources/TaskServer/Methods")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".swift") && $0 != "AllMethods.swift" }
    let texts = try files.map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }
    let familyCount = texts.count { $0.contains("<Family: ObjectFamily>: Method") }
    #expect(files.count + 2 * familyCount == Manual.description.methods.count)
  }
}
