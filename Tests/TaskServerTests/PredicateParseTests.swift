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
      #""kind":"predicate.syntax","message":"The predicate ends too early.","range":{"start":0,"end":0},"expected":["key","value","(","NOT"]"#
    ),
    Case(
      #""predicate": "finishd == YES", "entity": "Task""#,
      #""kind":"predicate.unknownKey","message":"Task has no property finishd.","range":{"start":0,"end":7},"key":"finishd","nearest":"finished","hint":"did you mean finished?""#
    ),
    Case(
      #""predicate": "category == 'x'", "entity": "Task""#,
      #""kind":"predicate.type","message":"A string cannot be compared with a number.","range":{"start":12,"end":15}"#
    ),
    Case(
      #""predicate": "FUNCTION(tags, 'x') == 1""#,
      #""kind":"predicate.unsupported","message":"The function FUNCTION is not supported.","range":{"start":0,"end":8}"#
    ),
    Case(
      #""predicate": "category == %d", "entity": "Task""#,
      #""kind":"predicate.arguments","message":"Argument 1 is missing; there are 0.","range":{"start":12,"end":14}"#
    ),
    Case(
      #""predicate": "category == %d", "arguments": [1, 2]"#,
      #""kind":"predicate.arguments","message":"Argument 2 is not used.""#),
    Case(
      #""predicate": "category == $LIMIT", "arguments": {"LIMT": 1}"#,
      #""kind":"predicate.arguments","message":"The variable $LIMIT has no value.","range":{"start":12,"end":18},"hint":"There is a value for $LIMT.""#
    ),
  ]

  @Test(arguments: wrong)
  func `what is wrong is a diagnostic with its place, not an error`(_ test: Case) throws {
    #expect(
      try Conversation().call("predicate.parse", "{\(test.params)}").text
        == #"{"valid":false,"diagnostics":[{\#(test.expected)}]}"#)
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
