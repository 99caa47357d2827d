import JSON
import TaskServer
import Testing

/// `predicate.complete`: what can be written at a place, in the client's positions.
@Suite struct PredicateCompleteTests {
  private func complete(
    _ predicate: String, _ offset: Int, _ conversation: Conversation, of entity: String = "Task"
  ) throws -> JSONValue {
    let text = JSONValue.string(predicate).text
    return try conversation.call(
      "predicate.complete", "{\"predicate\": \(text), \"offset\": \(offset), \"entity\": \"\(entity)\"}")
  }

  private func texts(_ result: JSONValue) -> [String] {
    (result["candidates"]?.array ?? []).compactMap { $0["text"]?.string }
  }

  @Test func `candidates have what they are, and leave out what they have not`() throws {
    let result = try complete("finished == ", 12, Conversation())
    #expect(
      result["candidates"]?.array?.prefix(2).map(\.text) == [
        #"{"text":"TRUE","kind":"constant","type":"Boolean"}"#,
        #"{"text":"FALSE","kind":"constant","type":"Boolean"}"#,
      ])
    #expect(result["range"]?.text == #"{"start":12,"end":12}"#)
    let keys = try complete("taskDescription LIKE 'x' AND task", 33, Conversation())
    #expect(
      keys.text
        == #"{"candidates":[{"text":"taskDescription","kind":"key","type":"String"}],"range":{"start":29,"end":33}}"#
    )
    let all = texts(try complete("", 0, Conversation(), of: "Category"))
    #expect(all.prefix(3) == ["category", "color", "number"])
  }

  private static let encodings = [("utf-8", 24, 22, 25), ("utf-16", 21, 19, 22), ("utf-32", 20, 18, 21)]

  /// The place is behind `fi`, that of the word is counted alike.
  @Test(arguments: encodings)
  func `places count what the client chose`(encoding: String, offset: Int, start: Int, end: Int) throws {
    let conversation = try Conversation()
    _ = try conversation.call("initialize", "{\"positionEncodings\": [\"\(encoding)\"]}")
    let result = try complete("uuid == 'é👍' AND  fin", offset, conversation)
    #expect(texts(result) == ["finished", "notificationEnabled"])
    #expect(result["range"]?.text == "{\"start\":\(start),\"end\":\(end)}")
  }

  @Test func `a place behind the end is the end, one inside of a character its start`() throws {
    let conversation = try Conversation()
    #expect(try complete("fin", 99, conversation) == complete("fin", 3, conversation))
    _ = try conversation.call("initialize", #"{"positionEncodings": ["utf-16"]}"#)
    #expect(try complete("👍", 1, conversation)["range"]?.text == #"{"start":0,"end":0}"#)
  }

  @Test func `what is no place is refused`() throws {
    let conversation = try Conversation()
    let negative = try complete("fin", -1, conversation)
    #expect(negative["data"]?["kind"]?.string == "invalidParams")
    #expect(negative["data"]?["pointer"]?.string == "/params/offset")
    let unknown = try complete("fin", 1, conversation, of: "Tsk")
    #expect(
      unknown["data"]?["kind"]?.string == "entity.unknown" && unknown["data"]?["nearest"]?.string == "Task")
  }

  @Test func `key paths lead through the server's model`() throws {
    let model = try StaffModel.make()
    let conversation = try Conversation { $0.model = model }
    #expect(texts(try complete("department.", 11, conversation, of: "Employee")) == ["employees", "name"])
    let members = texts(try complete("employees.", 10, conversation, of: "Department"))
    #expect(members.contains("department") && members.contains("@count"))
  }
}
