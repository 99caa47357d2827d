import JSON
import TaskServer
import Testing

/// Fetches whose rows are no objects: groups, columns that are computed, equal rows once.
@Suite struct FetchTableTests {
  let client: Conversation

  init() throws {
    client = try Conversation(model: ShopModel.text)
    let sales = [
      #"{"item": "tea", "city": "Oslo", "amount": 3, "price": "0.1", "weight": 0.5, "day": "2026-12-01T00:00:00Z"}"#,
      #"{"item": "tea", "city": "Rome", "amount": 1, "price": "0.2", "day": "2026-12-03T00:00:00Z"}"#,
      #"{"item": "milk", "city": "Oslo", "amount": 2, "weight": 2}"#,
      #"{"item": "jam", "amount": null}"#,
    ]
    _ = try client.call(
      "object.insert", #"{"entity": "Sale", "objects": [\#(sales.joined(separator: ","))]}"#)
  }

  private func fetch(_ params: String, save: Bool = false) throws -> JSONValue {
    if save { _ = try client.call("context.save") }
    return try client.call("object.fetch", #"{"entity": "Sale", "resultType": "dictionaries", \#(params)}"#)
  }

  /// The answer must be the same before and after the objects are saved.
  private func check(
    _ params: String, _ expected: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(
      try fetch(params).text == #"{"dictionaries":\#(expected)}"#, "pending", sourceLocation: sourceLocation)
    #expect(
      try fetch(params, save: true).text == #"{"dictionaries":\#(expected)}"#, "saved",
      sourceLocation: sourceLocation)
  }

  private func refuse(
    _ params: String, _ kind: String, _ pointer: String, _ message: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let error = try client.call("object.fetch", #"{"entity": "Sale", \#(params)}"#)
    #expect(error["data"]?["kind"]?.string == kind, "\(error.text)", sourceLocation: sourceLocation)
    #expect(error["data"]?["pointer"]?.string == pointer, "\(error.text)", sourceLocation: sourceLocation)
    #expect(
      error["message"]?.string?.contains(message) == true, "\(error.text)", sourceLocation: sourceLocation)
  }

  @Test func `groups are counted and summed`() throws {
    try check(
      #"""
      "properties": ["city", {"name": "n", "function": "count"}, {"name": "total", "function": "sum", "property": "amount"}],
      "propertiesToGroupBy": ["city"]
      """#,
      #"[{"city":null,"n":1,"total":0},{"city":"Oslo","n":2,"total":5},{"city":"Rome","n":1,"total":1}]"#)
  }

  @Test func `each function has the type of its values`() throws {
    try check(
      #"""
      "properties": [{"name": "a", "function": "avg", "property": "price"}, {"name": "d", "function": "max", "property": "day"},
        {"name": "f", "function": "min", "property": "item"}, {"name": "p", "function": "sum", "property": "price"},
        {"name": "u", "function": "sum", "property": "paid"}, {"name": "w", "function": "avg", "property": "weight"}]
      """#,
      #"[{"a":"0.15","d":"2026-12-03T00:00:00Z","f":"jam","p":"0.3","u":0,"w":1.25}]"#)
  }

  @Test func `having, sort and window are over the columns`() throws {
    try check(
      #"""
      "properties": ["item", {"name": "total", "function": "sum", "property": "amount"}], "propertiesToGroupBy": ["item"],
      "having": "total > %@ AND item != 'milk'", "havingArguments": [1]
      """#, #"[{"item":"tea","total":4}]"#)
    try check(
      #"""
      "properties": ["item", {"name": "total", "function": "sum", "property": "amount"}], "propertiesToGroupBy": ["item"],
      "sort": ["-total"], "limit": 1, "offset": 1
      """#, #"[{"item":"milk","total":2}]"#)
    try check(
      #"""
      "properties": [{"name": "last", "function": "max", "property": "day"}], "propertiesToGroupBy": ["city"],
      "having": "last > '2026-12-02'"
      """#, #"[{"last":"2026-12-03T00:00:00Z"}]"#)
  }

  @Test func `distinct rows come once`() throws {
    try check(
      #""properties": ["city"], "distinct": true"#, #"[{"city":null},{"city":"Oslo"},{"city":"Rome"}]"#)
    try check(
      #""properties": ["city"], "distinct": true, "predicate": "amount > 1", "sort": ["-city"]"#,
      #"[{"city":"Oslo"}]"#)
  }

  @Test func `committed rows alone can be asked for, and come in pieces`() throws {
    let groups = #""propertiesToGroupBy": ["city"], "includesPendingChanges": false"#
    #expect(try fetch(groups).text == #"{"dictionaries":[]}"#)
    _ = try client.call("context.save")
    let replies = client.say(
      #"{"jsonrpc":"2.0","id":"p","method":"object.fetch","params":{"entity":"Sale","resultType":"dictionaries","propertiesToGroupBy":["city"],"partialResultToken":5}}"#
    )
    #expect(
      replies.first?.contains(#""value":{"dictionaries":[{"city":null},{"city":"Oslo"},{"city":"Rome"}]}"#)
        == true, "\(replies)")
    #expect(replies.last == #"{"jsonrpc":"2.0","id":"p","result":{"dictionaries":[]}}"#)
  }

  @Test func `a sum of large integers is text for clients whose numbers are doubles`() throws {
    _ = try client.call("initialize", #"{"int64": "string"}"#)
    try check(#""properties": [{"name": "n", "function": "sum", "property": "amount"}]"#, #"[{"n":"6"}]"#)
  }

  @Test func `what does not fit is refused with its place`() throws {
    let sum = #"{"name": "s", "function": "sum", "property": "amount"}"#
    try refuse(
      #""properties": [\#(sum)]"#, "invalidParams", "/params/properties/0", "Only dictionaries")
    try refuse(#""propertiesToGroupBy": ["city"]"#, "invalidParams", "/params/propertiesToGroupBy", "Only")
    try refuse(#""distinct": true, "resultType": "objectIDs""#, "invalidParams", "/params/distinct", "Only")
    func dictionaries(
      _ params: String, _ kind: String, _ pointer: String, _ message: String,
      sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      try refuse(
        #""resultType": "dictionaries", \#(params)"#, kind, pointer, message, sourceLocation: sourceLocation)
    }
    try dictionaries(
      #""properties": ["item", \#(sum)]"#, "invalidParams", "/params/properties/0",
      "item is neither grouped by nor an aggregate")
    try dictionaries(
      #""properties": [{"name": "s", "function": "sum", "property": "amont"}]"#, "property.unknown",
      "/params/properties/0", "Did you mean amount?")
    try dictionaries(
      #""properties": [{"name": "s", "function": "sun", "property": "amount"}]"#, "invalidParams",
      "/params/properties/0/function", "one of")
    try dictionaries(
      #""properties": [{"name": "s", "function": "sum", "property": "item"}]"#, "invalidParams",
      "/params/properties/0", "item is no number")
    try dictionaries(
      #""propertiesToGroupBy": ["note"]"#, "invalidParams", "/params/propertiesToGroupBy/0",
      "note is Transformable")
    try dictionaries(
      #""properties": [\#(sum)], "having": "t > 1""#, "predicate.unknownKey", "/params/having",
      "no property t")
    try dictionaries(
      #""properties": [\#(sum)], "having": "s >""#, "predicate.syntax", "/params/having", "")
    try dictionaries(
      #""properties": [\#(sum)], "having": "s > $N", "havingArguments": {"M": 1}"#, "predicate.arguments",
      "/params/having", "")
    try dictionaries(
      #""properties": [\#(sum)], "havingArguments": [1]"#, "invalidParams", "/params/havingArguments",
      "no having")
    try dictionaries(
      #""having": "amount > 1""#, "invalidParams", "/params/having", "having is for groups")
    try dictionaries(
      #""properties": [\#(sum)], "sort": ["amount"]"#, "property.unknown", "/params/sort/0",
      "no property amount")
    try dictionaries(
      #""propertiesToGroupBy": ["city"], "cursor": "x""#, "invalidParams", "/params/cursor", "no cursor")
  }

  @Test func `tasks are grouped, too`() throws {
    let tasks = try Conversation()
    _ = try tasks.call(
      "task.add",
      #"{"objects": [{"taskDescription": "a"}, {"taskDescription": "b", "finished": true}, {"taskDescription": "c"}]}"#
    )
    #expect(
      try tasks.call(
        "task.fetch",
        #"{"resultType": "dictionaries", "properties": ["finished", {"name": "n", "function": "count"}], "propertiesToGroupBy": ["finished"]}"#
      ).text == #"{"dictionaries":[{"finished":false,"n":2},{"finished":true,"n":1}]}"#)
  }
}
