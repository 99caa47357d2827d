import JSON
import TaskServer
import Testing

/// A server whose model is not the built-in one.
@Suite struct ForeignModelTests {
  let client: Conversation

  init() throws { client = try Conversation(model: ShopModel.text) }

  private func text(_ method: String, _ params: String = "{}") throws -> String {
    try client.call(method, params).text
  }

  @Test func `objects of its entities are inserted, read, changed, counted and deleted`() throws {
    let made = try client.call(
      "object.insert",
      #"{"entity": "Sale", "values": {"item": "tea", "city": "Oslo", "price": "2.50"}, "save": true}"#)
    let id = try #require(made["$objectID"]?.text)
    #expect(made["amount"] == 1)
    #expect(made["price"] == "2.5")
    #expect(made["$entity"] == "Sale")
    let updated = try client.call(
      "object.update", #"{"entity": "Sale", "objectID": \#(id), "values": {"amount": 3}, "save": true}"#)
    #expect(updated["updatedCount"] == 1)
    #expect(try client.call("object.get", #"{"entity": "Sale", "objectID": \#(id)}"#)["amount"] == 3)
    #expect(try text("object.count", #"{"entity": "Sale", "predicate": "price < 3"}"#) == #"{"count":1}"#)
    let found = try client.call(
      "object.fetch",
      #"{"entity": "Sale", "sort": ["city"], "properties": ["item"], "resultType": "dictionaries"}"#)
    #expect(found.text == #"{"dictionaries":[{"item":"tea"}]}"#)
    let refreshed = try client.call("object.refresh", #"{"objectIDs": [\#(id)]}"#)
    #expect(refreshed["objects"]?.array?.first?["item"] == "tea")
    let deleted = try client.call("object.delete", #"{"entity": "Sale", "objectID": \#(id), "save": true}"#)
    // A reference has no uuid where no entity is named by one.
    #expect(deleted["objects"]?.text == #"[{"$objectID":\#(id),"$entity":"Sale"}]"#)
  }

  @Test func `store, predicates and the interface are described as ever`() throws {
    #expect(
      try client.call("store.info")["counts"]?.text == #"{"Buyer":0,"Category":0,"Sale":0,"Settings":0}"#)
    let parsed = try client.call("predicate.parse", #"{"predicate": "amont > 3", "entity": "Sale"}"#)
    #expect(parsed["valid"] == false)
    #expect(parsed["diagnostics"]?.text.contains("did you mean amount?") == true)
    #expect(try client.call("rpc.discover")["openrpc"] != nil)
    #expect(try client.call("object.count", #"{"entity": "Task"}"#)["data"]?["kind"] == "entity.unknown")
  }

  @Test(arguments: [
    ("task.add", #"{"values": {}}"#, "task.* cannot be used: the model has no entity Task."),
    ("task.get", #"{"uuid": "a"}"#, "task.* cannot be used: the model has no entity Task."),
    ("task.fetch", "{}", "task.* cannot be used: the model has no entity Task."),
    ("task.count", "{}", "task.* cannot be used: the model has no entity Task."),
    ("task.update", #"{"uuid": "a", "values": {}}"#, "task.* cannot be used: the model has no entity Task."),
    ("task.delete", #"{"uuid": "a"}"#, "task.* cannot be used: the model has no entity Task."),
    (
      "category.fetch", "{}",
      "category.* cannot be used: the model's Category has no attribute number of type Integer 16, Integer 32 or Integer 64."
    ),
    (
      "settings.get", "{}",
      "settings.* cannot be used: the model's Settings has no attribute notificationsEnabled of type Boolean."
    ),
    (
      "settings.set", #"{"values": {}}"#,
      "settings.* cannot be used: the model's Settings has no attribute notificationsEnabled of type Boolean."
    ),
  ])
  func `methods of the built-in model say what they miss, and what to use`(
    _ method: String, _ params: String, _ message: String
  ) throws {
    let error = try client.call(method, params)
    #expect(error["message"]?.string == "\(message) Use object.* instead.")
    #expect(error["data"]?["kind"] == "entity.unknown")
    #expect(error["data"]?["hint"]?.string?.contains("object.*") == true)
  }

  @Test func `entities that share no more than a name with the built-in ones are like all others`() throws {
    for theme in ["dark", "light"] {
      let made = try client.call(
        "object.insert", #"{"entity": "Settings", "values": {"theme": "\#(theme)"}}"#)
      #expect(made["theme"]?.string == theme)
    }
    let category = try client.call(
      "object.insert", #"{"entity": "Category", "values": {}, "save": true}"#)
    #expect(category["number"] == .null)
    #expect(try text("object.count", #"{"entity": "Settings"}"#) == #"{"count":2}"#)
  }

  @Test func `task methods work where the model's Task has a unique text as uuid`() throws {
    func model(_ type: String, _ constraint: String) -> String {
      #"""
      {"entities": [{"name": "Task", "attributes": [{"name": "uuid", "type": "\#(type)"},
       {"name": "title", "type": "String"}], "uniquenessConstraints": [\#(constraint)]}]}
      """#
    }
    let fits = try Conversation(model: model("String", #"["uuid"]"#))
    let made = try fits.call("task.add", #"{"values": {"title": "a"}, "save": true}"#)
    #expect(made["uuid"]?.string?.count == 36)
    #expect(try fits.call("task.get", #"{"uuid": \#(made["uuid"]?.text ?? "")}"#)["title"] == "a")
    let ambiguous = try Conversation(model: model("String", ""))
    #expect(
      try ambiguous.call("task.fetch")["message"]?.string?.contains(
        "the model's Task has no uniqueness constraint of uuid") == true)
    #expect(
      try ambiguous.call("object.insert", #"{"entity": "Task", "values": {"title": "b"}}"#)["uuid"] == .null)
    let other = try Conversation(model: model("UUID", #"["uuid"]"#))
    #expect(
      try other.call("task.count")["message"]?.string?.contains("no attribute uuid of type String") == true)
    #expect(
      try other.call("object.insert", #"{"entity": "Task", "values": {"title": "b"}}"#)["uuid"] == .null)
  }

  @Test func `a model that no store can hold is refused by name`() throws {
    let text = #"""
      {"entities": [{"name": "A", "relationships": [{"name": "c", "destination": "A", "isTransient": true}]}]}
      """#
    #expect {
      _ = try Conversation(model: text)
    } throws: {
      "\($0)".contains("A.c is a transient relationship")
    }
  }
}
