import Foundation
import JSON
import JSONRPC
import TaskServer
import Testing

/// The manual says what is so: every example runs, every generated file is current.
@Suite struct ManualTests {
  @Test(arguments: Manual.description.methods.map(\.name))
  func `an example of the manual runs, and gives what it says`(name: String) throws {
    let method = try #require(Manual.description.methods.first { $0.name == name })
    let conversation = try Conversation()
    try prepare(conversation)
    if name == "context.close" { _ = try conversation.call("context.create", #"{"name": "import"}"#) }
    if method.isNotification {
      let line = #"{"jsonrpc":"2.0","method":"\#(name)","params":\#(method.example.params ?? "{}")}"#
      #expect(conversation.say(line).isEmpty)
      return
    }
    let line = #"{"jsonrpc":"2.0","id":1,"method":"\#(name)","params":\#(method.example.params ?? "{}")}"#
    let reply = try JSONValue(parsing: try #require(conversation.say(line).first))
    #expect(reply["error"] == nil, "\(reply.text)")
    guard let expected = method.example.result else { return }
    #expect(reply["result"] == (try JSONValue(parsing: expected)))
  }

  /// What the examples name: a task by its uuid.
  private func prepare(_ conversation: Conversation) throws {
    let uuid = "6F0F7A0C-8D0E-4B37-9B57-2C1C8F1E7C11"
    _ = try conversation.call(
      "task.add", #"{"values": {"taskDescription": "Water the plants", "uuid": "\#(uuid)"}, "save": true}"#)
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

  @Test func `every file of Methods holds a method of the list`() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Sources/TaskServer/Methods")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".swift") && $0 != "AllMethods.swift" }
    #expect(files.count == Manual.description.methods.count)
  }
}
