import JSON
import TaskServer
import Testing

/// Batches and notifications, as far as they meet the life cycle and the store.
@Suite struct BatchTests {
  private func check(
    _ input: String, _ expected: String..., location: SourceLocation = #_sourceLocation
  ) throws {
    let replies = try Conversation().say(input)
    #expect(replies == expected, sourceLocation: location)
  }

  @Test func `a batch of nothing is no request, a batch of no requests is answered item by item`() throws {
    try check(
      "[]",
      #"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"A batch must have at least one item.","data":{"kind":"invalidRequest"}}}"#
    )
    let item =
      #"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"A message must be an object or a batch of objects.","data":{"kind":"invalidRequest"}}}"#
    try check("[1]", "[\(item)]")
    try check("[1,[],null]", "[\(item),\(item),\(item)]")
  }

  @Test func `notifications are never answered, whatever they say`() throws {
    try check(
      """
      {"jsonrpc":"2.0","method":"nothing.known"}
      {"jsonrpc":"2.0","method":"task.add","params":{"values":{"category":"x"}}}
      {"jsonrpc":"2.0","method":"task.count","params":{"context":"nobody"}}
      {"jsonrpc":"2.0","method":"initialized","params":{}}
      {"jsonrpc":"2.0","method":"server.ping"}
      [{"jsonrpc":"2.0","method":"task.count"},{"jsonrpc":"2.0","method":"nothing.known"}]
      """)
  }

  @Test(arguments: [
    ("initialized", "{}"), ("$/cancelRequest", #"{"id": 9}"#), ("$/setTrace", #"{"value": "off"}"#),
    ("exit", "{}"),
  ])
  func `a notification method that is sent with an id is answered null`(_ method: String, _ params: String)
    throws
  {
    try check(
      #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(params)}"#,
      #"{"jsonrpc":"2.0","id":1,"result":null}"#)
  }

  @Test(arguments: ["1", "1.0", "1e0", "-0", "9007199254740993", #""1""#, #""é\u00e9""#, "null"])
  func `an id comes back as it was written, alone and in a batch`(_ id: String) throws {
    let request = #"{"jsonrpc":"2.0","id":\#(id),"method":"task.count"}"#
    let reply = #"{"jsonrpc":"2.0","id":\#(id),"result":{"count":0}}"#
    try check(request, reply)
    try check("[\(request),\(request)]", "[\(reply),\(reply)]")
  }

  @Test func `after exit the rest of a batch is refused, and what came before is answered`() throws {
    try check(
      """
      [{"jsonrpc":"2.0","id":1,"method":"task.count"},{"jsonrpc":"2.0","method":"exit"},\
      {"jsonrpc":"2.0","id":2,"method":"task.count"},{"jsonrpc":"2.0","method":"task.count"}]
      {"jsonrpc":"2.0","id":3,"method":"task.count"}
      """,
      #"[{"jsonrpc":"2.0","id":1,"result":{"count":0}},{"jsonrpc":"2.0","id":2,"error":{"code":-32600,"message":"\"exit\" was sent before.","data":{"kind":"invalidRequest"}}}]"#
    )
  }

  @Test func `a save inside a batch is told after the batch's reply`() throws {
    let conversation = try Conversation()
    _ = try conversation.call("initialize", #"{"capabilities": {"didSave": true}}"#)
    let add = #""method":"task.add","params":{"values":{"taskDescription":"x"},"save":true}"#
    let said = conversation.say(
      #"[{"jsonrpc":"2.0","id":1,\#(add)},{"jsonrpc":"2.0",\#(add)},{"jsonrpc":"2.0","id":2,"method":"task.count"}]"#
    )
    #expect(said.count == 3)
    #expect(said.first?.hasPrefix(#"[{"jsonrpc":"2.0","id":1,"#) == true)
    #expect(said.dropFirst().allSatisfy { $0.contains("context.didSave") })
    // Without anything to answer there is nothing to wait for.
    #expect(conversation.say(#"[{"jsonrpc":"2.0",\#(add)}]"#).count == 1)
  }

  @Test func `items for several contexts are answered in the order of the batch`() throws {
    let conversation = try Conversation()
    var items: [String] = []
    for number in 0..<60 {
      items.append(
        #"{"jsonrpc":"2.0","id":"c\#(number)","method":"context.create","params":{"name":"\#(number)"}}"#)
      items.append(
        #"{"jsonrpc":"2.0","id":\#(number),"method":"task.count","params":{"context":"\#(number)"}}"#)
    }
    let replies = conversation.say("[" + items.joined(separator: ",") + "]")
    let text = try #require(replies.first)
    let array = try #require(JSONValue(parsing: text).array)
    #expect(replies.count == 1)
    #expect(array.map { $0["id"]?.text } == (0..<60).flatMap { ["\"c\($0)\"", "\($0)"] })
    #expect(array.allSatisfy { $0["error"] == nil })
  }
}
