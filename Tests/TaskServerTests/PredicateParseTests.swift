import JSON
import TaskServer
import Testing

/// `predicate.parse`: what is wrong with a text, where, and what would be right.
@Suite struct PredicateParseTests {
  struct Case: CustomTestStringConvertible {
    let params: String
    let expected: String

    init(_ params: String, _ expected: String) { (self.params, self.expected) = (params, expected) }

    var testDescription: String { params }
  }

  private static let wrong = [
    Case(
      #""predicate": """#,
      #""severity":"error","kind":"predicate.syntax","message":"The predicate ends too early.","range":{"start":0,"end":0},"expected":["key","value","(","NOT"]"#
    ),
    Case(
      #""predicate": "finishd == YES", "entity": "Task""#,
      #""severity":"error","kind":"predicate.unknownKey","message":"Task has no property finishd.","range":{"start":0,"end":7},"key":"finishd","nearest":"finished","hint":"did you mean finished?""#
    ),
    Case(
      #""predicate": "category == 'x'", "entity": "Task""#,
      #""severity":"error","kind":"predicate.type","message":"A string cannot be compared with a number.","range":{"start":12,"end":15}"#
    ),
    Case(
      #""predicate": "FUNCTION(a, 'b') == 'x'""#,
      #""severity":"error","kind":"predicate.unsupported","message":"The function FUNCTION is not supported.","range":{"start":0,"end":8}"#
    ),
    Case(
      #""predicate": "category == %d", "entity": "Task""#,
      #""severity":"error","kind":"predicate.arguments","message":"Argument 1 is missing; there are 0.","range":{"start":12,"end":14}"#
    ),
    Case(
      #""predicate": "category == %d", "arguments": [1, 2]"#,
      #""severity":"error","kind":"predicate.arguments","message":"Argument 2 is not used.""#),
    Case(
      #""predicate": "category == $LIMIT", "arguments": {"LIMT": 1}"#,
      #""severity":"error","kind":"predicate.arguments","message":"The variable $LIMIT has no value.","range":{"start":12,"end":18},"hint":"There is a value for $LIMT.""#
    ),
  ]

  @Test(arguments: wrong)
  func `what is wrong is a diagnostic with its place, not an error`(_ test: Case) throws {
    let result = try Conversation().call("predicate.parse", "{\(test.params)}")
    #expect(result["valid"] == false && result["format"] == nil && result["tree"] == nil)
    #expect(result["diagnostics"]?.text == "[{\(test.expected)}]")
  }

  /// The range of the only diagnostic, and its severity.
  private func check(
    _ predicate: String, _ start: Int, _ end: Int, _ conversation: Conversation, _ severity: String = "error"
  ) throws {
    let result = try conversation.call(
      "predicate.parse", "{\"predicate\": \(JSONValue.string(predicate).text)}")
    #expect(result["diagnostics"]?.array?.count == 1)
    #expect(
      result["diagnostics"]?.array?.first?["range"]?.text == "{\"start\":\(start),\"end\":\(end)}",
      "\(predicate)")
    #expect(result["diagnostics"]?.array?.first?["severity"]?.string == severity)
    #expect(result["valid"] == .bool(severity == "warning"))
  }

  @Test func `a range is never empty, so that an editor can underline it`() throws {
    let conversation = try Conversation()
    try check("a ==", 3, 4, conversation)
    try check("name ==  \n", 6, 7, conversation)
    try check("(a == 1", 6, 7, conversation)
    try check("a == 1 b", 7, 8, conversation)
    try check("a == 'é", 5, 8, conversation)
    try check("", 0, 0, conversation)
    try check("  ", 0, 1, conversation)
  }

  @Test func `what is probably not meant is a warning of a valid predicate`() throws {
    let conversation = try Conversation()
    try check("a LIKE '%x'", 7, 11, conversation, "warning")
    try check("a == '%@'", 5, 9, conversation, "warning")
    let result = try conversation.call(
      "predicate.parse", #"{"predicate": "a == %@", "arguments": ["%@"]}"#)
    #expect(result["diagnostics"]?.array?.isEmpty == true)
  }

  @Test func `tokens come for right and wrong texts, in the client's positions`() throws {
    let conversation = try Conversation()
    _ = try conversation.call("initialize", #"{"positionEncodings": ["utf-16"]}"#)
    let result = try conversation.call("predicate.parse", #"{"predicate": "a = '👍é' ü b"}"#)
    #expect(result["valid"] == false)
    #expect(
      result["tokens"]?.text
        == #"[{"kind":"key","range":{"start":0,"end":1}},{"kind":"operator","range":{"start":2,"end":3}},"#
        + #"{"kind":"string","range":{"start":4,"end":9}},{"kind":"invalid","range":{"start":10,"end":11}},"#
        + #"{"kind":"key","range":{"start":12,"end":13}}]"#)
    #expect(result["diagnostics"]?.array?.first?["range"]?.text == #"{"start":10,"end":11}"#)
  }

  @Test func `tokens end where a predicate would be too long`() throws {
    let text = String(repeating: "a", count: 1 << 20) + "a"
    let result = try Conversation().call("predicate.parse", "{\"predicate\": \"\(text)\"}")
    #expect(result["tokens"]?.array?.isEmpty == true)
    #expect(result["diagnostics"]?.array?.first?["kind"]?.string == "limit.exceeded")
  }

  private static let right = [
    Case(#""predicate": "a=%@ and not b<$X or c in {1,2}""#, "a == %@ AND NOT b < $X OR c IN {1, 2}"),
    Case(
      #""predicate": "%K beginswith[cd] %@", "arguments": ["taskDescription", "a'b"]"#,
      #"taskDescription BEGINSWITH[cd] "a'b""#),
    Case(
      #""predicate": "category between {1, %d}", "arguments": [3], "entity": "Task""#,
      "category BETWEEN {1, 3}"),
    Case(#""predicate": "nothing.known == 1""#, "nothing.known == 1"),
    Case(#""predicate": "truepredicate", "entity": "Task""#, "TRUEPREDICATE"),
  ]

  @Test(arguments: right)
  func `what is right has a canonical text, which is right as well`(_ test: Case) throws {
    let conversation = try Conversation()
    let result = try conversation.call("predicate.parse", "{\(test.params)}")
    #expect(result["valid"] == true && result["diagnostics"]?.array?.isEmpty == true)
    #expect(result["tokens"]?.array?.isEmpty == false)
    #expect(result["format"]?.string == test.expected)
    let again = try conversation.call(
      "predicate.parse", "{\"predicate\": \(JSONValue.string(test.expected).text)}")
    #expect(again["format"]?.string == test.expected && again["tree"] == result["tree"])
  }

  @Test func `looking at a predicate does not wait for a context`() throws {
    let said = try Conversation().say(
      #"{"jsonrpc":"2.0","id":1,"method":"task.count"}"#,
      #"{"jsonrpc":"2.0","id":2,"method":"predicate.parse","params":{"predicate":"FALSEPREDICATE"}}"#)
    #expect(said.first?.contains(#""id":2,"result":{"valid":true"#) == true)
  }
}
