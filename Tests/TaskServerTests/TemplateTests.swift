import JSON
import TaskServer
import Testing

/// Fetch requests that the model keeps.
@Suite struct TemplateTests {
  let client: Conversation

  init() throws {
    client = try Conversation(model: ShopModel.text)
    let sales = [("Oslo", 9), ("Oslo", 7), ("Rome", 8), ("Oslo", 2)].map {
      #"{"item": "tea", "city": "\#($0.0)", "amount": \#($0.1)}"#
    }
    _ = try client.call(
      "object.insert", #"{"entity": "Sale", "objects": [\#(sales.joined(separator: ","))], "save": true}"#)
  }

  private func amounts(_ params: String) throws -> String {
    let result = try client.call("object.fetch", params)
    return (result["objects"]?.array ?? []).map { $0["amount"]?.text ?? "" }.joined(separator: " ")
  }

  private func fails(_ params: String) throws -> String {
    let error = try client.call("object.fetch", params)
    return [error["data"]?["kind"]?.string, error["data"]?["pointer"]?.string].compactMap { $0 }
      .joined(separator: " ")
  }

  @Test func `a template is fetched with values for its variables`() throws {
    #expect(try amounts(#"{"template": "in", "variables": {"CITY": "Oslo", "LEAST": 3}}"#) == "9 7")
    #expect(
      try amounts(#"{"template": "in", "variables": {"CITY": "Oslo", "LEAST": 0}, "sort": ["amount"]}"#)
        == "2 7 9")
  }

  @Test func `limit, result type and distinctness are the template's unless given`() throws {
    #expect(try amounts(#"{"template": "best"}"#) == "9 7")
    #expect(try amounts(#"{"template": "best", "limit": 3}"#) == "9 7 8")
    let ids = try client.call("object.fetch", #"{"template": "ids"}"#)
    #expect(ids["objectIDs"]?.array?.count == 4)
    let cities = try client.call("object.fetch", #"{"template": "cities", "properties": ["city"]}"#)
    #expect(cities.text == #"{"dictionaries":[{"city":"Oslo"},{"city":"Rome"}]}"#)
    #expect(try amounts(#"{"template": "cities", "resultType": "objects"}"#) == "9 7 8 2")
    #expect(try amounts(#"{"template": "counted"}"#) == "9 7 8 2")
  }

  @Test func `pages of a template go on by its cursor`() throws {
    let first = try client.call(
      "object.fetch", #"{"template": "in", "variables": {"CITY": "Oslo", "LEAST": 0}, "limit": 2}"#)
    let cursor = try #require(first["nextCursor"]?.text)
    #expect(
      try amounts(
        #"{"template": "in", "variables": {"CITY": "Oslo", "LEAST": 0}, "limit": 2, "cursor": \#(cursor)}"#)
        == "2")
    #expect(
      try fails(
        #"{"template": "in", "variables": {"CITY": "Rome", "LEAST": 0}, "limit": 2, "cursor": \#(cursor)}"#)
        == "invalidParams /params/cursor")
  }

  @Test(arguments: [
    (#"{"template": "in", "variables": {"CITY": "Oslo"}}"#, "predicate.arguments /params/variables"),
    (#"{"template": "in"}"#, "predicate.arguments /params/variables"),
    (
      #"{"template": "in", "variables": {"CITY": "Oslo", "LEAST": 1, "MOST": 2}}"#,
      "predicate.arguments /params/variables"
    ),
    (#"{"template": "ids", "variables": {"CITY": "Oslo"}}"#, "predicate.arguments /params/variables"),
    (#"{"template": "in", "variables": ["Oslo"]}"#, "invalidParams /params/variables"),
    (#"{"template": "in", "variables": {"CITY": "Oslo", "LEAST": "x"}}"#, "predicate.type /params/template"),
    (#"{"template": "inn"}"#, "invalidParams /params/template"),
    (#"{"template": "best", "entity": "Sale"}"#, "invalidParams /params/entity"),
    (#"{"template": "best", "predicate": "TRUEPREDICATE"}"#, "invalidParams /params/predicate"),
    (#"{"template": "best", "arguments": []}"#, "invalidParams /params/arguments"),
    (#"{"entity": "Sale", "variables": {}}"#, "invalidParams /params/variables"),
    (#"{"template": "later"}"#, "predicate.unsupported /params/template"),
    ("{}", "invalidParams /params"),
  ])
  func `what does not fit is refused with its place`(_ params: String, _ expected: String) throws {
    #expect(try fails(params) == expected)
  }

  @Test func `the name that was meant is told`() throws {
    let error = try client.call("object.fetch", #"{"template": "bset"}"#)
    #expect(error["message"]?.string == "The model has no fetch request bset. Did you mean best?")
    #expect(error["data"]?["nearest"] == "best")
    #expect(
      try Conversation().call("task.fetch", #"{"template": "best"}"#)["data"]?["kind"] == "invalidParams")
  }
}
