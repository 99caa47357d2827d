import JSON
import TaskServer
import TestSupport
import Testing

/// `fetch.explain`: how a fetch would be answered.
@Suite struct FetchExplainTests {
  private let directory: TemporaryDirectory
  private let conversation: Conversation

  init() throws {
    let directory = try TemporaryDirectory()
    self.directory = directory
    conversation = try Conversation { $0.storage = .file(directory.path("tasks.sqlite")) }
  }

  private func explain(_ params: String) throws -> JSONValue {
    try conversation.call("fetch.explain", "{\"entity\": \"Task\", \(params)}")
  }

  /// The condition of the statement.
  private func condition(_ explanation: JSONValue) -> String? {
    explanation["sql"]?.string?.split(separator: " WHERE ").last.map { part in
      String(part.split(separator: " ORDER BY ")[0])
    }
  }

  @Test func `a statement comes with its values, its plan and its indexes`() throws {
    let result = try explain(
      #""predicate": "date < %@ AND taskDescription CONTAINS 'é'", "arguments": ["2001-01-01T00:00:10Z"], "sort": ["date"], "limit": 5, "offset": 2"#
    )
    #expect(condition(result) == #"("ZDATE" < ? AND OBJWIRE_MATCH("ZTASKDESCRIPTION", ?, ?))"#)
    #expect(result["sql"]?.string?.hasSuffix(#" ORDER BY "ZDATE" ASC, Z_PK LIMIT ? OFFSET ?"#) == true)
    #expect(result["bindings"]?.text == #"[10.0,"é",16,6,2]"#)
    #expect(result["plan"]?.text == #"["SEARCH ZTASK USING INDEX Z_Task_byDate (ZDATE<?)"]"#)
    #expect(result["indexes"]?.text == #"["Z_Task_byDate"]"#)
    #expect(result["inMemory"]?.text == "[]" && result["pendingChanges"] == nil)
  }

  @Test func `without an index a plan is a scan`() throws {
    let result = try explain(#""predicate": "taskDescription BEGINSWITH 'ab'""#)
    #expect(result["plan"]?.text == #"["SCAN ZTASK"]"# && result["indexes"]?.text == "[]")
    #expect(result["bindings"]?.text == #"["ab",{"$data":"YWM="}]"#)
    let byKey = try explain(#""predicate": "SELF == %@", "arguments": [null]"#)
    #expect(byKey["indexes"]?.text == "[]")
  }

  @Test func `several indexes are named once each`() throws {
    let result = try explain(
      #""predicate": "category == 1 OR uuid == 'x' OR date == nil OR category == 5""#)
    #expect(result["indexes"]?.text == #"["Z_Task_byCategory","Z_Task_UNIQUE_uuid","Z_Task_byDate"]"#)
  }

  @Test func `what is too deep for SQL is named, the rest is SQL`() throws {
    let deep =
      String(repeating: "NOT (category == 1 AND ", count: 30) + "finished == NO"
      + String(repeating: ")", count: 30)
    let result = try explain("\"predicate\": \"category > 3 AND \(deep)\"")
    #expect(result["sql"]?.string?.contains(#""ZCATEGORY" > ? AND OBJWIRE_HOLDS(?, "#) == true)
    let inMemory = try #require(result["inMemory"]?.array)
    #expect(inMemory.count == 1)
    let text = try #require(inMemory.first?.string)
    let parsed = try conversation.call("predicate.parse", "{\"predicate\": \"\(deep)\"}")
    #expect(text == parsed["format"]?.string)
    #expect(result["bindings"]?.array?.dropFirst().first?.text == "{\"$predicate\":\"\(text)\"}")
  }

  @Test func `a comparison that SQL cannot make is named, and stands among the values`() throws {
    let result = try explain(#""predicate": "finished == NO AND sqrt(category) > 1""#)
    #expect(condition(result) == #"("ZFINISHED" IS ? AND OBJWIRE_HOLDS(?, "ZCATEGORY"))"#)
    #expect(result["bindings"]?.text == #"[0,{"$predicate":"sqrt(category) > 1"}]"#)
    #expect(result["inMemory"]?.text == #"["sqrt(category) > 1"]"#)
  }

  @Test func `a store in memory tests every part there`() throws {
    let conversation = try Conversation()
    let result = try conversation.call(
      "fetch.explain", #"{"entity": "Task", "predicate": "(finished = NO or category = 2) and date = nil"}"#)
    #expect(result.text == #"{"inMemory":["finished == FALSE OR category == 2","date == nil"]}"#)
    #expect(try conversation.call("fetch.explain", #"{"entity": "Task"}"#).text == #"{"inMemory":[]}"#)
  }

  @Test func `unsaved objects are tested by the context, and the statement leaves them out`() throws {
    let params = #""predicate": "category > 1 AND finished == NO", "limit": 3"#
    _ = try conversation.call(
      "task.add", #"{"values": {"taskDescription": "x", "category": 2}, "save": true}"#)
    let clean = try explain(params)
    #expect(clean["pendingChanges"] == nil && clean["inMemory"]?.text == "[]")
    _ = try conversation.call("task.update", #"{"predicate": "TRUEPREDICATE", "values": {"category": 3}}"#)
    _ = try conversation.call("task.add", #"{"values": {"taskDescription": "y", "category": 1}}"#)
    let pending = try explain(params)
    #expect(pending["inMemory"]?.text == #"["category > 1","finished == FALSE"]"#)
    #expect(pending["pendingChanges"]?.text == #"{"objects":2,"everyRow":false}"#)
    #expect(pending["sql"]?.string?.contains("Z_PK NOT IN (SELECT value FROM json_each(?))") == true)
    #expect(pending["bindings"]?.array?.contains("[1]") == true)
    let committed = try explain(params + #", "includesPendingChanges": false"#)
    #expect(committed == clean)
    _ = try conversation.call("context.create", #"{"name": "other"}"#)
    #expect(try explain(params + #", "context": "other""#) == clean)
    #expect(
      try conversation.call("fetch.explain", #"{"entity": "Category"}"#)["pendingChanges"] == nil)
  }

  @Test func `explaining changes nothing`() throws {
    _ = try conversation.call("task.add", #"{"values": {"taskDescription": "x", "category": 2}}"#)
    let before = try conversation.call("context.status")
    _ = try explain(#""predicate": "category == 2""#)
    #expect(try conversation.call("context.status") == before)
  }

  @Test func `groups are explained as they are made`() throws {
    let result = try explain(
      #""propertiesToGroupBy": ["category"], "having": "category > 1", "predicate": "finished == YES""#)
    #expect(result["sql"]?.string?.contains(#"GROUP BY "ZCATEGORY""#) == true)
    #expect(result["bindings"]?.text.hasPrefix("[1,1") == true)
  }

  @Test(arguments: [
    (#""entity": "Tsk""#, "entity.unknown"), (#""entity": "Task", "predicate": "a =""#, "predicate.syntax"),
    (#""entity": "Task", "predicate": "nam == 1""#, "predicate.unknownKey"),
    (#""entity": "Task", "sort": ["nam"]"#, "property.unknown"),
    (#""entity": "Task", "properties": ["nam"]"#, "property.unknown"),
    (#""entity": "Task", "limit": 0"#, "invalidParams"),
    (#""entity": "Task", "offset": -1"#, "invalidParams"),
    (#""entity": "Task", "arguments": [1]"#, "invalidParams"),
    (#""entity": "Task", "context": "nowhere""#, "context.unknown"), ("", "invalidParams"),
  ])
  func `what a fetch refuses is refused here`(params: String, kind: String) throws {
    let result = try conversation.call("fetch.explain", "{\(params)}")
    #expect(result["data"]?["kind"]?.string == kind, "\(result.text)")
  }
}

/// Key paths through relationships, where other objects are unsaved.
@Suite struct FetchExplainRelationshipTests {
  @Test func `a predicate that looks at unsaved objects is tested on every row`() throws {
    let directory = try TemporaryDirectory()
    let model = try StaffModel.make()
    let conversation = try Conversation {
      $0.model = model
      $0.storage = .file(directory.path("staff.sqlite"))
    }
    let params = #"{"entity": "Employee", "predicate": "department.name == 'x'", "limit": 2}"#
    let clean = try conversation.call("fetch.explain", params)
    #expect(clean["inMemory"]?.text == "[]" && clean["plan"]?.array?.isEmpty == false)
    let added = try conversation.call("object.insert", #"{"entity": "Department", "values": {"name": "x"}}"#)
    #expect(added["code"] == nil, "\(added.text)")
    let result = try conversation.call("fetch.explain", params)
    #expect(result["inMemory"]?.text == #"["department.name == \"x\""]"#)
    #expect(result["pendingChanges"]?.text == #"{"objects":0,"everyRow":true}"#)
    #expect(result["sql"]?.string?.contains("LIMIT") == false)
  }
}
